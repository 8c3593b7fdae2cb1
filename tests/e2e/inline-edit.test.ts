import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { units } from '#domain/masters/master.contract';
import { products } from '#domain/products/product.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { cell, edit, focusedLine, masterRights, unitList, unitsNamed } from '../support/cells';
import { holdAnswers } from '../support/hold-answers';
import { someUnit } from '../support/products';
import { settled } from '../support/settled';
import { addSupplier, supplierRights } from '../support/suppliers';
import { noticed } from '../support/notices';

const shop = useShop();
const editor = (page: Page, name: string) => page.getByRole('dialog', { name });
const path = (page: Page) => new URL(page.url()).pathname;

/** Where every row and cell is, in pixels. */
const places = (page: Page) =>
  page.locator('table :is(tr, th, td), .list-foot').evaluateAll(parts =>
    parts.map(part => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

async function expectUnmoved(page: Page, before: number[][]) {
  const after = await places(page);
  expect(after).toHaveLength(before.length);
  const moved = after.filter((place, at) =>
    place.some((n, side) => Math.abs(n - (before[at]?.[side] ?? 0)) > 2),
  );
  expect(moved).toEqual([]);
}

test('the pencil edits several fields of a supplier in its row, as an edit in the form would', async () => {
  const { id } = await addSupplier(shop(), {
    name: 'Inline Foods',
    email: 'old@inline.example',
    phone: '0117 1',
    address: '1 Mill Lane',
  });
  const page = await shop().openAs(supplierRights, '/suppliers?search=inline');
  await cell(page, 'Inline Foods', 'Contact Info').waitFor();
  await settled(page);
  const before = await places(page);
  await edit(cell(page, 'Inline Foods', 'Contact Info'));
  const card = editor(page, 'Edit Contact Info of Inline Foods');
  await card.waitFor();
  await expect.poll(() => card.getByLabel('Email').evaluate(at => at === document.activeElement)).toBe(true);
  await expectUnmoved(page, before);
  expect(await seriousProblems(page)).toEqual([]);
  // The present value is selected, so that typing replaces it.
  await page.keyboard.type('new@inline.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0117 2');
  await page.keyboard.press('Enter');
  await noticed(page, 'Contact Info of Inline Foods saved');
  await card.waitFor({ state: 'detached' });
  expect((await cell(page, 'Inline Foods', 'Contact Info').innerText()).split('\n')).toEqual([
    'new@inline.example',
    '0117 2',
  ]);
  expect(path(page)).toBe('/suppliers');
  await expectUnmoved(page, before);

  const reader = await shop().as('view_supplier');
  const { reply } = await reader.call(suppliers.get, { params: { id } });
  expect(reply).toMatchObject({
    name: 'Inline Foods',
    email: 'new@inline.example',
    phone: '0117 2',
    address: '1 Mill Lane',
    version: 2,
  });
  const [inRow] = await shop().audits(1);
  const clerk = await shop().as(...supplierRights);
  await clerk.call(suppliers.update, { params: { id }, body: { name: 'Inline Foods', phone: '0117 3' } });
  const [inForm] = await shop().audits(1);
  expect(inRow).toMatchObject({ record_id: id, after: { phone: '0117 2' } });
  expect(inRow?.action).toBe(inForm?.action);
  expect(Object.keys(inRow ?? {})).toEqual(Object.keys(inForm ?? {}));
});

test('by keyboard alone: j, e, Tab to the next cell, Enter, and on with j', async () => {
  const { clerk } = await unitsNamed(shop(), 'Keyboard A', 'Keyboard B');
  const page = await unitList(shop(), 'keyboard');
  await page.keyboard.press('j');
  await expect.poll(() => focusedLine(page)).toBe('Keyboard A');
  await page.keyboard.press('e');
  const name = editor(page, 'Edit Name of Keyboard A').getByLabel('Name');
  await name.waitFor();
  await page.keyboard.type('Keyboard AA');
  await page.keyboard.press('Tab');
  const status = editor(page, 'Edit Status of Keyboard AA').getByLabel('Status');
  await status.waitFor();
  await status.selectOption('Inactive');
  await page.keyboard.press('Enter');
  await noticed(page, 'Status of Keyboard AA saved');
  await expect.poll(() => focusedLine(page)).toBe('Keyboard AA');
  await expect.poll(() => cell(page, 'Keyboard AA', 'Status').innerText()).toBe('Inactive');
  await page.keyboard.press('j');
  await expect.poll(() => focusedLine(page)).toBe('Keyboard B');
  await page.keyboard.press('F2');
  await editor(page, 'Edit Name of Keyboard B').waitFor();
  await page.keyboard.type('Something else');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedLine(page)).toBe('Keyboard B');
  // Enter still opens the row.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Unit' }).waitFor();
  const { reply } = await clerk.call(units.list, { query: { search: 'keyboard' } });
  expect(reply.data.map(({ name: one, status: now }) => [one, now])).toEqual([
    ['Keyboard AA', 'inactive'],
    ['Keyboard B', 'active'],
  ]);
});

test('a refused value stays in the field beside the reason, and nothing moves', async () => {
  const { clerk } = await unitsNamed(shop(), 'Refused A', 'Refused B');
  const page = await unitList(shop(), 'refused');
  const before = await places(page);
  await edit(cell(page, 'Refused A', 'Name'));
  const card = editor(page, 'Edit Name of Refused A');
  const field = card.getByLabel('Name');
  await field.fill('');
  await field.press('Enter');
  await card.getByText('Name is required.').waitFor();
  await field.fill('Refused B');
  await field.press('Enter');
  await card.getByText('already').waitFor();
  await expect.poll(() => field.inputValue()).toBe('Refused B');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field.evaluate(at => at === document.activeElement)).toBe(true);
  await expectUnmoved(page, before);
  // Another cell is not opened over what is typed, and leaving the page asks.
  await edit(cell(page, 'Refused B', 'Status'));
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await expect.poll(() => field.evaluate(at => at === document.activeElement)).toBe(true);
  // Nor is another record.
  await cell(page, 'Refused B', 'Status').click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await expect.poll(() => field.evaluate(at => at === document.activeElement)).toBe(true);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.waitFor({ state: 'detached' });
  const { reply } = await clerk.call(units.list, { query: { search: 'refused' } });
  expect(reply.data.map(({ name }) => name)).toEqual(['Refused A', 'Refused B']);
});

test('what another user changed meanwhile is not overwritten: their other fields stay, and the same one asks', async () => {
  const { clerk, ids } = await unitsNamed(shop(), 'Conflict A');
  const page = await unitList(shop(), 'conflict');
  const params = { id: ids[0] ?? 0 };
  // The other field: both changes stand.
  await edit(cell(page, 'Conflict A', 'Name'));
  const field = page.getByRole('dialog').getByLabel('Name');
  await field.fill('Conflict mine');
  await clerk.call(units.update, { params, body: { name: 'Conflict A', status: 'inactive' } });
  await field.press('Enter');
  await noticed(page, 'Name of Conflict A saved');
  await expect.poll(() => cell(page, 'Conflict mine', 'Status').innerText()).toBe('Inactive');

  // The same field.
  await edit(cell(page, 'Conflict mine', 'Name'));
  await field.fill('Conflict mine again');
  await clerk.call(units.update, { params, body: { name: 'Conflict theirs', status: 'inactive' } });
  await field.press('Enter');
  await page.getByText('Another user changed Name to “Conflict theirs”.').waitFor();
  await expect.poll(() => field.inputValue()).toBe('Conflict mine again');
  expect((await clerk.call(units.list, { query: { search: 'conflict' } })).reply.data).toMatchObject([
    { name: 'Conflict theirs' },
  ]);
  // Esc keeps theirs.
  await field.press('Escape');
  await expect.poll(() => focusedLine(page)).toBe('Conflict theirs');

  // Saving again replaces it.
  await edit(cell(page, 'Conflict theirs', 'Name'));
  await field.fill('Conflict last');
  await clerk.call(units.update, { params, body: { name: 'Conflict new', status: 'inactive' } });
  await field.press('Enter');
  await page.getByText('Another user changed Name to “Conflict new”.').waitFor();
  await field.press('Enter');
  await cell(page, 'Conflict last', 'Name').waitFor();
  expect((await clerk.call(units.list, { query: { search: 'conflict' } })).reply.data).toMatchObject([
    { name: 'Conflict last', status: 'inactive' },
  ]);
});

test('without a connection the value stays, and is saved by another Enter', async () => {
  const { clerk } = await unitsNamed(shop(), 'Offline A');
  const page = await unitList(shop(), 'offline');
  await edit(cell(page, 'Offline A', 'Name'));
  const field = page.getByRole('dialog').getByLabel('Name');
  await field.fill('Offline B');
  await page.route('**/api/units/*', route => route.abort());
  await field.press('Enter');
  await page
    .getByText('Network error. Please check your internet connection. Your change is not saved.')
    .waitFor();
  await expect.poll(() => field.inputValue()).toBe('Offline B');
  await page.unroute('**/api/units/*');
  // Twice at once is one edit.
  const letGo = await holdAnswers(page, request => request.method() === 'PUT');
  await field.press('Enter');
  await field.press('Enter');
  letGo();
  await cell(page, 'Offline B', 'Name').waitFor();
  expect((await clerk.call(units.list, { query: { search: 'offline' } })).reply.data).toMatchObject([
    { name: 'Offline B', version: 2 },
  ]);
});

test('a change whose row leaves the page is reported with what was typed', async () => {
  const { clerk, ids } = await unitsNamed(shop(), 'Leaving A', 'Leaving B');
  const page = await shop().openAs(masterRights, '/masters/units?search=leaving', { clock: true });
  await edit(cell(page, 'Leaving A', 'Name'));
  await page.getByRole('dialog').getByLabel('Name').fill('Typed here');
  await clerk.call(units.update, { params: { id: ids[0] ?? 0 }, body: { name: 'Elsewhere' } });
  // What is older than some seconds is refetched when the window is looked at again.
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await noticed(page, 'Name of Leaving A was not saved: Typed here');
});

test('without the permission no cell can be edited; nor on a phone', async () => {
  await unitsNamed(shop(), 'Guarded A');
  const page = await unitList(shop(), 'guarded', ['view_master']);
  expect(await page.locator('[data-edits], .cell-pencil').count()).toBe(0);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('F2');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByText('Edit in the row').count()).toBe(0);

  const phone = await shop().openAs(masterRights, '/masters/units?search=guarded', { width: 390 });
  await phone.getByText('Guarded A').waitFor();
  expect(await phone.locator('[data-edits], .cell-pencil').count()).toBe(0);
});

test('a click opens the row at once, also on a cell that can be edited; Ctrl and the middle button open a tab', async () => {
  const { id } = await addSupplier(shop(), { name: 'Clicked Foods', phone: '0117 3' });
  const page = await shop().openAs(supplierRights, '/suppliers?search=clicked');
  const contact = cell(page, 'Clicked Foods', 'Contact Info');
  await contact.waitFor();
  for (const click of [
    () => contact.click({ button: 'middle' }),
    () => contact.click({ modifiers: ['Control'] }),
  ]) {
    const opened = page.context().waitForEvent('page');
    await click();
    const tab = await opened;
    await tab.waitForURL(`**/suppliers/${id}`);
    await tab.close();
  }
  const next = await contact.evaluate(async at => {
    (at as HTMLElement).click();
    // One task of the browser later, without waiting for a second click.
    await new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve);
      port1.start();
      port2.postMessage(null);
    });
    return location.pathname;
  });
  expect(next).toBe(`/suppliers/${id}`);
});

test('a price is changed without the rest of the product, as the edit form does', async () => {
  const unit_id = await someUnit(shop().db);
  const clerk = await shop().as('view_product', 'create_product', 'edit_product', 'view_cost');
  const { reply: product } = await clerk.call(products.create, {
    body: {
      sku: 'INLINE-1',
      name: 'Inline tea',
      unit_id,
      price: '2.40',
      standard_cost: '1.10',
      reorder_level: '5',
      notes: 'Top shelf',
      barcodes: [{ code: '5012345678900', factor: '1' }],
    },
  });
  const page = await shop().openAs(['view_product', 'edit_product'], '/products?search=inline');
  await edit(cell(page, 'Inline tea', 'Price'));
  const field = page.getByRole('dialog').getByLabel('Price inc. VAT');
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('2.40');
  await field.fill('a lot');
  await field.press('Enter');
  await page.getByRole('dialog').getByText('Enter an amount').waitFor();
  await field.fill('£1,002.5');
  await field.press('Enter');
  await noticed(page, 'Price inc. VAT of Inline tea saved');
  await expect.poll(() => cell(page, 'Inline tea', 'Price').innerText()).toContain('£1,002.50');
  const { reply } = await clerk.call(products.get, { params: { id: product.id } });
  expect(reply).toMatchObject({
    price: 100_250,
    standard_cost: '1.10',
    reorder_level: 5000,
    notes: 'Top shelf',
    barcodes: [{ code: '5012345678900', factor: 1000 }],
  });
  expect(reply.price_changes).toMatchObject([{ price: 100_250 }, { price: 240 }]);
});

test('a credit limit is edited in its row; the walk-in customer is not', async () => {
  const clerk = await shop().as('view_customer', 'create_customer', 'edit_customer', 'sell_on_account');
  const body = { name: 'Inline Café', kind: 'company', contact_person: 'Ann', tags: ['trade'] } as const;
  const { reply: customer } = await clerk.call(customers.create, { body });
  const page = await shop().openAs(['view_customer', 'edit_customer', 'sell_on_account'], '/customers');
  await edit(cell(page, 'Inline Café', 'Credit limit'));
  const field = page.getByRole('dialog').getByLabel('Credit limit');
  await field.fill('500');
  await field.press('Enter');
  await expect.poll(() => cell(page, 'Inline Café', 'Credit limit').innerText()).toBe('£500.00');
  const { reply } = await clerk.call(customers.get, { params: { id: customer.id } });
  expect(reply).toMatchObject({ credit_limit: 50_000, contact_person: 'Ann', tags: ['trade'] });
  const walkIn = page.getByRole('row', { name: /Sales to unnamed customers/ });
  await expect.poll(() => walkIn.count()).toBe(1);
  expect(await walkIn.locator('[data-edits]').count()).toBe(0);
});
