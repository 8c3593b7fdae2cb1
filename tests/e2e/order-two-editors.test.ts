import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { type Order, orderDesk } from '../support/orders';
import type { Caller } from '../support/test-app';

const shop = useShop();
const rights = ['view_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder', 'view_supplier'] as const;
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

/** Four lines at £1.00, with VAT at 20%. */
const crockery = () =>
  desk.draft([
    { description: 'Cups', quantity: '10' },
    { description: 'Plates', quantity: '20' },
    { description: 'Bowls', quantity: '30' },
    { description: 'Jugs', quantity: '40' },
  ]);
const openForm = async (order: Order): Promise<Page> => {
  const page = await shop().openAs(rights, `/purchases/${order.id}/edit`);
  await quantity(page, 1).waitFor();
  return page;
};
const quantity = (page: Page, line: number) => page.getByLabel(`Quantity of line ${line}`, { exact: true });
const totals = async (page: Page) =>
  (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** The lines as the form shows them, without the blank one. */
const linesShown = (page: Page) =>
  page.locator('.line-grid tbody tr').evaluateAll(rows =>
    rows
      .map(row =>
        [...row.querySelectorAll<HTMLInputElement>('[role="combobox"], [data-cell="quantity"]')]
          .map(({ value }) => value)
          .join(' ')
          .trim(),
      )
      .filter(text => text !== ''),
  );

type Changes = Readonly<Record<string, string | null>>;

/** The other person's edit: quantities by description, null to remove; further lines are added. */
async function editElsewhere(order: Order, changes: Changes, added: readonly string[] = []): Promise<void> {
  const lines = (await desk.get(order.id)).lines.flatMap(({ id, description, quantity: stored }) => {
    const changed = changes[description];
    return changed === null
      ? []
      : [{ id, description, quantity: changed ?? String(stored / 1000), unit_price: '1.00' }];
  });
  const { status } = await admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      lines: [...lines, ...added.map(description => ({ description, quantity: '7', unit_price: '1.00' }))],
    },
  });
  expect(status).toBe(200);
}

const storedLines = async (order: Order) =>
  (await desk.get(order.id)).lines.map(line => [line.description, line.quantity / 1000]);

describe('two users edit one draft order', () => {
  test('F12 lines that one of them changed, added or removed are merged and named; a line both changed asks which', async () => {
    const order = await crockery();
    const page = await openForm(order);
    await quantity(page, 1).fill('11');
    await quantity(page, 2).fill('21');
    await page.getByLabel('Item of line 5').fill('Trays');
    await quantity(page, 5).fill('5');
    await page.getByLabel('Price of line 5').fill('2.00');
    await editElsewhere(order, { Plates: '22', Bowls: '33', Jugs: null }, ['Lids']);
    await save(page);

    await page.getByText('This purchase order changed while you were editing').waitFor();
    await page.getByText('Lines changed by the other person and now shown here: Bowls.').waitFor();
    await page.getByText('Lines added by the other person: Lids.').waitFor();
    await page.getByText('Lines removed by the other person: Jugs.').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    // 11 + 21 + 33 + 7 at £1.00, and 5 at £2.00.
    await expect.poll(() => totals(page)).toBe('Net £82.00 VAT £16.40 Total £98.40');
    await expect.poll(() => quantity(page, 3).inputValue()).toBe('33');
    await expect.poll(() => page.getByLabel('Item of line 4').inputValue()).toBe('Lids');
    await expect.poll(() => page.getByLabel('Item of line 5').inputValue()).toBe('Trays');

    // The differences have the focus. Nothing is sent until a copy is chosen: then the choice has it.
    await expect
      .poll(() => page.locator('.form-conflict').evaluate(node => node === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Control+Enter');
    const choice = page.getByRole('radiogroup', { name: 'Line 2: Plates' });
    await expect.poll(() => choice.evaluate(node => node.contains(document.activeElement))).toBe(true);
    await choice.getByLabel('Theirs: Quantity 22').check();
    expect(await totals(page)).toBe('Net £83.00 VAT £16.60 Total £99.60');
    await choice.getByLabel('Yours: Quantity 21').check();
    await expect.poll(() => quantity(page, 2).inputValue()).toBe('21');
    await choice.getByLabel('Theirs: Quantity 22').check();
    await save(page);
    await page.waitForURL(/\/purchases\/\d+$/);
    expect(await storedLines(order)).toEqual([
      ['Cups', 11],
      ['Plates', 22],
      ['Bowls', 33],
      ['Lids', 7],
      ['Trays', 5],
    ]);
    const ids = (await desk.get(order.id)).lines.slice(0, 3).map(({ id }) => id);
    expect(ids).toEqual(order.lines.slice(0, 3).map(({ id }) => id));
  });

  test('F12 a line changed by one and removed by the other asks which, and either is saved', async () => {
    const order = await crockery();
    const page = await openForm(order);
    await quantity(page, 2).fill('21');
    await page.getByRole('button', { name: 'Remove line 3' }).click();
    await editElsewhere(order, { Plates: null, Bowls: '33' });
    await save(page);
    const plates = page.getByRole('radiogroup', { name: 'Line 2: Plates' });
    await plates.getByLabel('Theirs: Removed').check();
    await expect.poll(() => page.getByLabel('Item of line 2').inputValue()).toBe('Jugs');
    await plates.getByLabel('Yours: Item Plates').check();
    await expect.poll(() => quantity(page, 2).inputValue()).toBe('21');
    const bowls = page.getByRole('radiogroup', { name: 'Bowls' });
    await bowls.getByLabel('Yours: Removed').check();
    await bowls.getByLabel('Theirs: Item Bowls').check();
    await expect.poll(() => quantity(page, 3).inputValue()).toBe('33');
    // Or all at once.
    await page.getByRole('button', { name: 'Take all of theirs' }).click();
    expect(await linesShown(page)).toEqual(['Cups 10', 'Bowls 33', 'Jugs 40']);
    await page.getByRole('button', { name: 'Keep all of mine' }).click();
    expect(await linesShown(page)).toEqual(['Cups 10', 'Plates 21', 'Jugs 40']);
    await bowls.getByLabel('Theirs: Item Bowls').check();
    await save(page);
    await page.waitForURL(/\/purchases\/\d+$/);
    expect(await storedLines(order)).toEqual([
      ['Cups', 10],
      ['Plates', 21],
      ['Bowls', 33],
      ['Jugs', 40],
    ]);
  });

  test('F12 changes restored after the page was closed are merged with the order they were begun with', async () => {
    const order = await crockery();
    const page = await openForm(order);
    await quantity(page, 1).fill('11');
    await page.getByText(/^Saved \d\d:\d\d in this browser$/).waitFor();
    await editElsewhere(order, { Plates: '22' });
    await page.reload();
    await page.getByText('Your unsaved changes from').waitFor();
    await save(page);
    await page.getByText('Lines changed by the other person and now shown here: Plates.').waitFor();
    await expect.poll(() => quantity(page, 1).inputValue()).toBe('11');
    await save(page);
    await page.waitForURL(/\/purchases\/\d+$/);
    expect((await storedLines(order)).slice(0, 2)).toEqual([
      ['Cups', 11],
      ['Plates', 22],
    ]);
  });
});

test('a browser that cannot store the changes says so, and leaving asks first', async () => {
  const page = await openForm(await crockery());
  await page.evaluate(() => {
    Object.defineProperty(Storage.prototype, 'setItem', {
      value: () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
    });
  });
  await quantity(page, 1).fill('11');
  await page.getByText('This browser cannot store your changes').waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => quantity(page, 1).inputValue()).toBe('11');
});
