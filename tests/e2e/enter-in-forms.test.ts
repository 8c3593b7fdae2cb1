import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { fillSafe, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import type { Caller } from '../support/test-app';
import { someTills } from '../support/tills';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  admin = await shop().as('admin');
  on = await someTills(shop());
  await fillSafe(shop().db);
});

/** The writes that a page sends from now on. A till also reports by itself that it is there. */
function writesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/api/pos/check-in')
      sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}
const focusedLabel = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement
      ? (activeElement.ariaLabel ?? activeElement.labels?.[0]?.textContent)
      : activeElement?.tagName;
  });

async function supplierWithBills(name: string): Promise<number> {
  const supplier_id = await someSupplier(shop().db, name);
  for (const number of ['A 1', 'A 2'])
    await admin.call(supplierDocuments.bill, {
      body: {
        supplier_id,
        bill_date: londonDate(new Date()),
        supplier_bill_number: number,
        lines: [{ description: 'Rent', account: '5000', vat_code: 'S', net: '250.00', vat: '50.00' }],
      },
    });
  return supplier_id;
}

test('F14 Enter in a supplier payment leads on and posts nothing; Ctrl+Enter does', async () => {
  const supplier = await supplierWithBills('Enter Ltd');
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').and(page.locator(':focus')).waitFor();
  await dialog.getByLabel('Amount').fill('500');
  const sent = writesOf(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('SELECT');
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('500.00');
  await dialog.getByLabel('Settle the bills I choose').check();
  await dialog.getByLabel('Allocate to bill A 1').fill('300');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Allocate to bill A 2');
  await page.keyboard.type('200');
  // From the last field Enter leads nowhere.
  await page.keyboard.press('Enter');
  expect(await focusedLabel(page)).toBe('Allocate to bill A 2');
  expect(sent).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await noticed(page, /^Payment PAY-\d+ of £500\.00 recorded\.$/);
  expect(sent).toEqual(['POST /api/payments']);
});

test.each([
  ['Record bill', 'Supplier’s bill number'],
  ['Record credit note', 'Supplier’s credit note number'],
])('F14 Enter in “%s” without an order sends nothing', async (button, field) => {
  const supplier = await supplierWithBills(`${button} Ltd`);
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  if (button === 'Record credit note') {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: button }).click();
  } else await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const sent = writesOf(page);
  await dialog.getByLabel(field).and(page.locator(':focus')).waitFor();
  await dialog.getByLabel(field).fill('X 1');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).not.toContain(field);
  await dialog.getByLabel('Net of line 1').fill('10');
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  // Nothing was refused either.
  expect(await dialog.getByRole('alert').count()).toBe(0);
});

test('F14 T2 Enter in a blind count leads to the next note and shows no expected cash; Ctrl+Enter saves the count', async () => {
  const id = await on.opened('50.00');
  const page = await shop().openAs(['view_pos', 'create_sale', 'close_till'], `/sales/tills/${id}`);
  await page.getByRole('button', { name: 'Count the till' }).click();
  await page.getByText('This is a blind count').waitFor();
  const sent = writesOf(page);
  await page.getByLabel('£50', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('£20');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('£10');
  expect(sent).toEqual([]);
  expect(await page.getByText('Expected', { exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  // £170.00 counted of £50.00
  await page.getByText('£120.00 over').waitFor();
  sent.length = 0;
  await page.getByLabel('Next float').fill('50');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toContain('Reason for variance');
  expect(sent).toEqual([]);
});

test('F14 Enter in one of several settings saves nothing; where one text is asked for, it answers', async () => {
  const page = await shop().openAs(['admin'], '/books');
  const card = page.getByRole('region', { name: 'Lock date' });
  await card.getByLabel('Lock up to').fill('2020-01-31');
  const sent = writesOf(page);
  await card.getByLabel('Lock up to').press('Enter');
  await expect.poll(() => focusedLabel(page)).toContain('Reason');
  expect(sent).toEqual([]);
  await page.goto('/masters/units');
  await page.getByRole('button', { name: 'Add Unit' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Tray');
  await page.keyboard.press('Enter');
  await page.getByText('Saved successfully!').waitFor();
});

test('F14 Enter in the address or the subject of an email leads on and sends nothing; Ctrl+Enter sends', async () => {
  const page = await shop().openAs(['admin'], '/emails/inbox');
  await page.getByRole('button', { name: 'New email' }).click();
  const form = page.getByRole('form', { name: 'New email' });
  await form.getByLabel('To', { exact: true }).fill('ada@customer.example');
  const sent = writesOf(page);
  const isSent = () => sent.some(write => write.endsWith('/send'));
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Subject');
  await page.keyboard.type('Half a subj');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('TEXTAREA');
  await form.getByText('Draft saved').waitFor();
  expect(isSent()).toBe(false);
  await page.keyboard.press('Control+Enter');
  await expect.poll(isSent).toBe(true);
});

test('F14 T1 Enter in another float than was left leads to its reason and opens no till', async () => {
  const id = await on.opened('100.00');
  await on.count(id, { total: '100.00' });
  await on.close(id, { left: '80.00' });
  const { name } = (await on.get(id)).reply.register;
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till'], '/sales/pos');
  await page.getByLabel('Register for this device').selectOption(name);
  const total = page.getByRole('textbox', { name: 'Total' });
  await total.fill('60');
  const reason = page.getByLabel('Reason for a different float');
  await reason.waitFor();
  const sent = writesOf(page);
  await total.press('Enter');
  await reason.and(page.locator(':focus')).waitFor();
  expect(sent).toEqual([]);
  await reason.fill('A note is missing');
  await reason.press('Enter');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  expect(sent).toContain('POST /api/till-sessions');
});
