import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quantityFromText as q } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { dailyTasks } from '../support/daily-tasks';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import { settled } from '../support/settled';
import { startSmtpSink } from '../support/smtp-sink';
import type { Caller } from '../support/test-app';

const sink = await startSmtpSink();
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  const { db } = shop();
  const north = await someSupplier(db, 'North Wares Ltd');
  await sql`update suppliers set email = 'orders@north.example' where id = ${north}`.execute(db);
  const level = { reorder_level: q('10'), reorder_quantity: q('24') };
  const cup = await someProduct(db, { name: 'Blue cup', sku: 'CUP-1', ...level });
  const jug = await someProduct(db, { name: 'Green jug', sku: 'JUG-1', ...level });
  await someProduct(db, { name: 'White bowl', sku: 'BOWL-1' });
  const lines = [
    { product_id: cup, quantity: '1', unit_price: '1.30' },
    { product_id: jug, quantity: '1', unit_price: '2.10' },
  ];
  const { id } = await desk.draft(lines, { supplier_id: north });
  await admin.call(purchases.markSent, { params: { id } });
  await desk.receive(id);
});

const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
const figures = (page: Page) => page.getByRole('main').innerText();

const { does, others } = dailyTasks('Buyer', shop);

test('Raise orders from the reorder proposals', ({ task }) =>
  does(task, async ({ page, opens, click }) => {
    await opens('reor', 'Reorder');
    await page.getByText('Total: 2').waitFor();
    await click(page.getByRole('checkbox', { name: /^Order all|^Select all/ }).first());
    await click(page.getByRole('button', { name: 'Create 1 draft order for 2 products' }));
    await page.getByText('This draft order was created:').waitFor();
    await click(page.getByRole('link', { name: /North Wares/ }));
    // 24 × £1.30 and 24 × £2.10, and 20% VAT
    await expect.poll(() => figures(page)).toMatch(/Draft[\s\S]*£97\.92/);
  }));

test('Send an order to its supplier by email', ({ task }) =>
  does(task, async ({ page, opens, click, press, isAt }) => {
    await opens('po-2', /^PO-/);
    await click(page.getByRole('button', { name: 'Send', exact: true }));
    await isAt(page.getByLabel('To Email'));
    await press('Control+Enter');
    await said(page, 'Order sent to orders@north.example.');
    expect(sink.delivered.map(({ to }) => to)).toEqual([['orders@north.example']]);
  }));

test('Write an order of two products', ({ task }) =>
  does(task, async ({ page, opens, press, types, isAt, click }) => {
    await opens('new pu', 'Add purchase order');
    await isAt(page.getByRole('combobox', { name: 'Supplier' }));
    await types('north');
    await page.getByRole('option', { name: 'North Wares Ltd' }).waitFor();
    await press('Enter');
    // The best match may only be asked for now.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Supplier' }).inputValue())
      .toBe('North Wares Ltd');
    await click(page.getByLabel('Item of line 1'));
    // The last price of the cup is there already; the bowl has none yet.
    for (const [line, sku, quantity, price] of [
      ['1', 'cup-1', '6', null],
      ['2', 'bowl-1', '4', '3.00'],
    ] as const) {
      await isAt(page.getByLabel(`Item of line ${line}`));
      await types(sku);
      await page.locator('[role="option"]').first().waitFor();
      await press('Enter');
      await isAt(page.getByLabel(`Quantity of line ${line}`));
      await types(quantity);
      await press('Enter');
      await isAt(page.getByLabel(`Price of line ${line}`));
      if (price === null) await press('Enter');
      else await types(price);
    }
    await press('Control+Enter');
    // 6 × £1.30 and 4 × £3.00 are £19.80, and 20% VAT
    await page.waitForURL(/\/purchases\/\d+$/);
    await expect.poll(() => figures(page)).toMatch(/Draft[\s\S]*£23\.76/);
  }));

test('Change a price on a draft order', ({ task }) =>
  does(task, async ({ page, opens, press, types, click }) => {
    await opens('po-3', /^PO-/);
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await press('e');
    const price = page.getByLabel('Price of line 2');
    await price.waitFor();
    await settled(page);
    await click(price);
    await press('Control+a');
    await types('2.50');
    await press('Control+Enter');
    // 6 × £1.30 and 4 × £2.50 are £17.80, and 20% VAT
    await page.waitForURL(/\/purchases\/\d+$/);
    await expect.poll(() => figures(page)).toContain('£21.36');
  }));

test('Look up what was last paid for a product, and to whom', ({ task }) =>
  does(task, async ({ page, opens, press, types, isAt }) => {
    await opens('purchased', 'Purchased Items');
    await press('/');
    await isAt(
      page
        .getByRole('searchbox')
        .or(page.getByPlaceholder(/^Search/))
        .first(),
    );
    await types('blue');
    await expect
      .poll(() => page.locator('tbody tr').first().innerText())
      .toMatch(/Blue cup[\s\S]*North Wares Ltd[\s\S]*at £1\.30/);
    expect(await page.getByText('Green jug').count()).toBe(0);
  }));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
