import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { chooseFilter } from '../support/list-filters';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';
import { answerQuestion } from '../support/questions';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
let late: Order;
let part: Order;
let draft: Order;
const desk = orderDesk(() => ({ app: shop(), admin }));

/** A sent order from a new supplier. */
async function sentTo(name: string, more: object, lines: object[]): Promise<Order> {
  const supplier_id = await someSupplier(shop().db, name);
  const full = lines.map(line => ({ quantity: '10', unit_price: '1.00', vat_code: 'Z', ...line }));
  const { reply } = await admin.call(purchases.create, { body: { supplier_id, lines: full, ...more } });
  return (await admin.call(purchases.markSent, { params: { id: reply.id } })).reply;
}

beforeAll(async () => {
  admin = await shop().as('admin');
  const kettle = await someProduct(shop().db, { name: 'Kettle' });
  late = await sentTo(
    'Late Goods Ltd',
    { order_date: '2026-01-02', expected_delivery_date: '2026-01-20', reference: 'Q-77' },
    [{ description: 'Trays' }],
  );
  part = await sentTo('Part Goods Ltd', { order_date: '2026-02-03' }, [
    { product_id: kettle, unit_price: '20.00' },
    { description: 'Carriage', quantity: '1' },
  ]);
  await desk.receive(part.id, [{ line_id: lineOf(part), quantity: '4' }]);
  await desk.pay(part, '201.00');
  draft = await desk.draft([{ description: 'Nothing much' }]);
});

const rows = (page: Page) => page.locator('tbody tr');
const total = (page: Page, count: number) => page.getByText(`Total: ${count}`, { exact: true }).waitFor();
const textOf = async (page: Page, name: RegExp) =>
  (await page.getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ').trim();

describe('the list of orders', () => {
  test('P4 shows, finds, filters and sorts orders with their outstanding amounts', async () => {
    const page = await shop().openAs(['admin'], '/purchases');
    await total(page, 3);
    const [choice, ...headers] = await page.locator('thead th').allInnerTexts();
    expect(choice).toBe('');
    expect(headers).toEqual([
      'PO Number',
      'Supplier',
      'Order Date',
      'Expected',
      'Total',
      'Paid',
      'Outstanding',
      'Status',
      'Payment',
      'Actions',
    ]);
    expect(await textOf(page, /Late Goods/)).toMatch(
      /^PO-\d+ Q-77 Late Goods Ltd 2 Jan 2026 20 Jan 2026 Overdue £10\.00 £0\.00 £10\.00 Sent Remaining$/,
    );
    expect(await textOf(page, /Part Goods/)).toMatch(/3 Feb 2026 — £201\.00 £201\.00 £0\.00 Received Paid/);
    expect(await textOf(page, /Draft/)).toMatch(/£0\.00 — Draft Remaining/);

    for (const [search, found] of [
      ['q-77', late],
      ['part goods', part],
      [draft.po_number, draft],
    ] as const) {
      await page
        .getByRole('searchbox')
        .or(page.getByPlaceholder(/^Search by PO/))
        .first()
        .fill(search);
      await total(page, 1);
      await page.getByRole('link', { name: found.po_number }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('button', { name: 'More filters' }).click();
    for (const [label, value, found] of [
      ['Status', 'Draft', draft],
      ['Payment', 'Paid', part],
      ['Delivery', 'Overdue', late],
    ] as const) {
      if (label === 'Delivery') await page.getByLabel(label, { exact: true }).selectOption(value);
      else await chooseFilter(page, label, value);
      await total(page, 1);
      await page.getByRole('link', { name: found.po_number }).waitFor();
      await page.getByRole('button', { name: `Remove filter ${label}: ${value}` }).click();
      await total(page, 3);
    }
    await page.getByRole('combobox', { name: 'Dates' }).selectOption('Custom dates');
    await page.getByLabel('From', { exact: true }).fill('2026-02-01');
    await page.getByLabel('To', { exact: true }).fill('2026-02-28');
    await total(page, 1);
    await page.getByRole('link', { name: part.po_number }).waitFor();
    await page.goto('/purchases');
    await total(page, 3);
    await page.getByRole('combobox', { name: 'Supplier' }).fill('late');
    await page.locator('[role="option"]', { hasText: 'Late Goods Ltd' }).click();
    await total(page, 1);
    // The URL alone restores the filter and the name it stands for.
    await page.reload();
    await total(page, 1);
    await page.getByRole('button', { name: 'Remove filter Supplier: Late Goods Ltd' }).click();
    await total(page, 3);

    for (const column of ['PO Number', 'Order Date', 'Expected', 'Total']) {
      const header = page.getByRole('columnheader', { name: column });
      const before = await header.getAttribute('aria-sort');
      await header.getByRole('button').click();
      await expect
        .poll(() => header.getAttribute('aria-sort'))
        .toBe(before === 'ascending' ? 'descending' : 'ascending');
    }
    await page.goto('/purchases?search=nobody-orders-this');
    await page.getByText('No purchase orders found').waitFor();
  });

  test('the filtered orders are exported by users with permission', async () => {
    const page = await shop().openAs(['view_purchaseorder', 'export_data'], '/purchases?status=draft');
    await total(page, 1);
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('purchase-orders.csv');
    const other = await shop().openAs(['view_purchaseorder'], '/purchases');
    await total(other, 3);
    expect(await other.getByRole('button', { name: 'Export' }).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Add purchase order' }).count()).toBe(0);
    await expect.poll(() => other.locator('.row-actions button').count()).toBe(3);
  });

  test('a draft is duplicated and deleted, a sent order cancelled with a reason', async () => {
    const order = await sentTo('Cancelled Goods', {}, [{ description: 'Hats' }]);
    const page = await shop().openAs(['admin'], '/purchases?search=cancelled');
    await page.getByRole('button', { name: `Cancel ${order.po_number}` }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel ${order.po_number}` });
    await dialog.getByLabel('Reason').fill('Not needed');
    await dialog.getByRole('button', { name: 'Cancel the order' }).click();
    await page.getByText(`${order.po_number} cancelled.`).waitFor();
    await page.getByRole('table').getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('link', { name: order.po_number }).click();
    await page.getByText('Cancelled: Not needed').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: `Duplicate ${order.po_number}` }).click();
    await page.getByRole('heading', { name: 'Edit Purchase Order' }).waitFor();
    await expect.poll(() => page.getByLabel('Item of line 1').inputValue()).toBe('Hats');
    await page.goto('/purchases?search=cancelled&status=draft');
    await page.getByRole('button', { name: /^Delete PO-/ }).click();
    await answerQuestion(page, /^Delete the draft PO-\d+\?$/, 'Delete');
    await page.getByText('Deleted successfully!').waitFor();
    await page.getByText('No purchase orders found').waitFor();
  });
});

describe('purchased items', () => {
  test('shows each line with received and billed quantities, by state; goods are received from the row', async () => {
    const page = await shop().openAs(['admin'], '/purchases/purchased?search=goods ltd');
    await total(page, 3);
    expect(await textOf(page, /Kettle/)).toMatch(
      /^Kettle SKU-\d+ · Each PO-\d+ Received Part Goods Ltd 3 Feb 2026 — 10 4 \d+ \w+ \d{4} 6 — £200\.00 at £20\.00$/,
    );
    const removeFilter = (state: string) =>
      page.getByRole('button', { name: `Remove filter Status: ${state}`, exact: true }).click();
    for (const [state, found] of [
      ['Late', 'Trays'],
      ['Part received', 'Kettle'],
      ['Received, not billed', 'Kettle'],
    ] as const) {
      await chooseFilter(page, 'Status', state);
      await total(page, 1);
      await page.getByRole('row', { name: new RegExp(found) }).waitFor();
      await removeFilter(state);
      await total(page, 3);
    }
    await chooseFilter(page, 'Status', 'Late', 'Part received');
    await total(page, 2);
    await removeFilter('Late or Part received');
    await chooseFilter(page, 'Status', 'Outstanding');
    await total(page, 3);

    await page.getByRole('button', { name: `Receive Kettle, ${part.po_number}` }).click();
    const dialog = page.getByRole('dialog', { name: `Receive goods for ${part.po_number}` });
    await expect.poll(() => dialog.getByLabel('Receive now: Kettle').inputValue()).toBe('6');
    await expect.poll(() => dialog.getByLabel('Receive now: Carriage').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Receive goods' }).click();
    await page.getByText(/^Goods received as GRN-\d+\.$/).waitFor();
    await total(page, 2);
    await removeFilter('Outstanding');
    await page.getByRole('button', { name: `Return Kettle, ${part.po_number}` }).click();
    await page.getByRole('dialog', { name: `Return goods from ${part.po_number}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Print labels for Kettle, ${part.po_number}` }).click();
    await page.getByRole('dialog', { name: 'Print labels' }).waitFor();
  });

  test('a user with permission for purchased items only sees them without other actions', async () => {
    const page = await shop().openAs(['view_purchasedorder'], '/purchases/purchased?search=goods ltd');
    await total(page, 3);
    expect(await rows(page).getByRole('button').count()).toBe(0);
    expect(await rows(page).getByRole('link').count()).toBe(0);
    await page.goto('/purchases');
    await noticed(page, 'You do not have access to that page.');
  });
});
