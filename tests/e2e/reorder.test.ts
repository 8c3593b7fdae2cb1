import { beforeAll, expect, test } from 'vitest';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { quantityFromText as q } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { seriousProblems } from '../support/accessible';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { orderDesk } from '../support/orders';
import { someProduct, someUnit } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
let small: number;
const desk = orderDesk(() => ({ app: shop(), admin }));

beforeAll(async () => {
  admin = await shop().as('admin');
  const { db } = shop();
  const [north, south] = [
    await someSupplier(db, 'North Wares Ltd'),
    await someSupplier(db, 'South Wares Ltd'),
  ];
  const level = { reorder_level: q('10'), reorder_quantity: q('24') };
  const box = { buying_unit_id: await someUnit(db, 'Box'), buying_factor: q('12') };
  const cup = await someProduct(db, { name: 'Blue cup', sku: 'CUP-1', ...level, ...box });
  const jug = await someProduct(db, { name: 'Green jug', sku: 'JUG-1', ...level });
  await someProduct(db, { name: 'Lost spoon', sku: 'SPO-1', ...level, standard_cost: toUnitCost('0.50') });
  const sent = await desk.draft([{ product_id: cup, quantity: '1', unit_price: '13.00' }], {
    supplier_id: north,
  });
  await admin.call(purchases.markSent, { params: { id: sent.id } });
  await desk.receive(sent.id);
  for (const [supplier, product, body] of [
    [south, cup, { minimum: '6', lead_time_days: 3 }],
    [south, jug, { lead_time_days: 1 }],
  ] as const)
    await admin.call(supplierPrices.save, { params: { id: supplier, product_id: product }, body });
  const few = { product_id: cup, quantity: '2', unit_price: '13.00', unit: 'Box', factor: '12' };
  small = (await desk.draft([few], { supplier_id: south })).id;
});

test('an order below the supplier’s minimum shows a warning, in boxes and in pieces, and is not refused', async () => {
  const page = await shop().openAs(['admin'], `/purchases/${small}/edit`);
  await page.getByText('The minimum order from South Wares Ltd is 6.').waitFor();
  await page.getByLabel('Quantity of line 1').fill('6');
  await expect.poll(() => page.getByText('The minimum order from', { exact: false }).count()).toBe(0);
  await page.getByLabel('Quantity of line 1').fill('5');
  await page.getByText('The minimum order from South Wares Ltd is 6.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await page.getByRole('heading', { name: /^PO-/ }).waitFor();
});

test('a buyer selects what to order, changes supplier and quantity, and gets one draft per supplier', async () => {
  const page = await shop().openAs(['admin'], '/stock/reorder?show=all');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await page.getByText('Total: 3').waitFor();
  await expect
    .poll(() => row('Blue cup').innerText())
    .toMatch(/12[\s\S]*7 days assumed, last £13\.00[\s\S]*Box of 12/);
  await page.getByLabel('Show', { exact: true }).selectOption('');
  await page.getByText('Total: 2').waitFor();
  // By keyboard only: select, change, order.
  await page.getByLabel('Order Green jug').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Create 1 draft order for 1 product' }).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await page.getByLabel('Quantity to order: Blue cup').focus();
  await page.keyboard.type('2');
  await page.getByText('2 products selected').waitFor();
  await page.getByLabel('Supplier of Blue cup').selectOption('South Wares Ltd');
  await page.getByText('The minimum order from South Wares Ltd is 6.').waitFor();
  await page.getByText('3 days, at least 6').waitFor();
  await page.getByLabel('Supplier of Blue cup').selectOption('North Wares Ltd');
  await page.getByLabel('Order Lost spoon').check();
  await page.getByRole('button', { name: 'Create 3 draft orders for 3 products' }).click();
  await page.getByText('Lost spoon: Choose a supplier.').waitFor();
  await page.getByLabel('Supplier of Lost spoon').fill('south');
  await page.locator('[role="option"]', { hasText: 'South Wares Ltd' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create 2 draft orders for 3 products' }).press('Enter');
  await page.getByText('2 draft orders were created:').waitFor();
  await page.getByText('24 in drafts').first().waitFor();
  await page.getByRole('link', { name: /North Wares/ }).press('Enter');
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Draft[\s\S]*Blue cup[\s\S]*£26\.00/);
  await page.goBack();
  await page.getByLabel('Show', { exact: true }).selectOption('');
  await page.getByText('Nothing to reorder.', { exact: false }).waitFor();
});

test('after a lost answer the same drafts are not created again, also with one product fewer', async () => {
  const page = await shop().openAs(['admin'], '/stock/reorder?show=all');
  const drafts = async () =>
    (await shop().db.selectFrom('purchase_orders').select('id').where('status', '=', 'draft').execute())
      .length;
  const before = await drafts();
  await page.getByLabel('Quantity to order: Blue cup').fill('3');
  await page.getByLabel('Quantity to order: Green jug').fill('4');
  await page.route(
    '**/api/stock/reorder/orders',
    async route => {
      expect((await route.fetch()).status()).toBe(200);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Create \d draft orders? for 2 products$/ }).click();
  await page.getByText('No answer came. It may have been saved.', { exact: false }).waitFor();
  const created = await drafts();
  expect(created).toBeGreaterThan(before);
  await page.getByLabel('Order Green jug').uncheck();
  await page.getByRole('button', { name: 'Create 1 draft order for 1 product' }).click();
  await page.getByText('Your first attempt was saved, and this one was not.', { exact: false }).waitFor();
  expect(await drafts()).toBe(created);
  // The same again gets the answer that was lost.
  await page.getByLabel('Order Green jug').check();
  await page.getByRole('button', { name: /^Create \d draft orders? for 2 products$/ }).click();
  await page.getByText(/draft orders? (was|were) created:/).waitFor();
  expect(await drafts()).toBe(created);
});

test('a quantity typed on the page is not left without a question; pages and filters keep it', async () => {
  const page = await shop().openAs(['admin'], '/stock/reorder?show=all');
  await page.getByLabel('Quantity to order: Blue cup').fill('9');
  await page.getByLabel('Show', { exact: true }).selectOption('');
  await page.waitForURL(/reorder$/);
  await page.getByText('1 product selected').waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await page.getByRole('link', { name: 'Blue cup' }).click();
  // It hears Escape once it has the focus.
  await page.getByRole('button', { name: 'Stay', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByLabel('Quantity to order: Blue cup').inputValue()).toBe('9');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('link', { name: 'Blue cup' }).click();
  await page.waitForURL(/\/products\/\d+$/);
});

test.each([1440, 390])(
  'the page is accessible at %d pixels, and shows no price without permission',
  async width => {
    const page = await shop().openAs(['view_stock', 'create_purchaseorder'], '/stock/reorder?show=all', {
      width,
    });
    await page.getByLabel('Order Blue cup').check();
    await page.getByRole('button', { name: /^Create 1 draft/ }).waitFor();
    expect(await page.getByText('£').count()).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
  },
);
