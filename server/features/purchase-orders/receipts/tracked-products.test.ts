import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { asBookkeeper, movedOn } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { lineOf } from '../../../../tests/support/orders';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../../tests/support/imports';
import { moveStock } from '../../../kernel/stock';

const shop = buyingShop({ jobs: true });

/** Saves a product's form with stock tracking on or off. */
async function track(id: number, is_stocked: boolean) {
  const { reply } = await shop.admin.call(products.get, { params: { id } });
  return shop.admin.call(products.update, {
    params: { id },
    body: {
      sku: reply.sku,
      name: reply.name,
      unit_id: reply.unit.id,
      price: '2.40',
      version: reply.version,
      is_stocked,
    },
  });
}

const isTracked = async (id: number) =>
  (await shop.admin.call(products.get, { params: { id } })).reply.is_stocked;

test('A10 goods are billed as they were received, whatever their product says today', async () => {
  const { order, product } = await shop.received();
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await shop.takeOut(product, '10');
  expect((await track(product, false)).status).toBe(200);
  await shop.reverseBill(await shop.get(order.id));
  const moved = await movedOn(shop.app.db, ['2110', '5000', '5110', '2201', '2100'], async () => {
    const { status } = await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
    expect(status).toBe(200);
  });
  expect(moved).toEqual([1000, 0, 0, 200, -1200]);
  await shop.holds();
});

test('A10 what never went into stock is a cost when it is billed, although its product is tracked by then', async () => {
  const [product = 0] = await shop.products(1);
  await track(product, false);
  const order = await shop.sent([{ product_id: product, quantity: '10' }]);
  await shop.receive(order.id);
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  expect((await track(product, true)).status).toBe(200);
  await shop.reverseBill(await shop.get(order.id));
  const moved = await movedOn(shop.app.db, ['2110', '1200', '5000', '2201', '2100'], async () => {
    const { status } = await shop.bill(order.id, [
      { line_id: lineOf(order), quantity: '10', net: '10.50', vat: '2.10' },
    ]);
    expect(status).toBe(200);
  });
  expect(moved).toEqual([0, 0, 1050, 210, -1260]);
  await shop.holds();
});

test('A10 I4 stock tracking stays on while there is stock or an unbilled receipt, and off while goods are unbilled', async () => {
  const { order, product } = await shop.received();
  const withStock = await track(product, false);
  expect(withStock.status).toBe(422);
  expect(withStock.refusal.errors?.is_stocked?.[0]).toContain('Adjust it to zero');
  await shop.takeOut(product, '10');
  const unbilled = await track(product, false);
  expect(unbilled.refusal.errors?.is_stocked?.[0]).toContain('not billed yet');
  await expect(
    sql`update products set is_stocked = false where id = ${product}`.execute(shop.app.db),
  ).rejects.toMatchObject({ constraint: 'products_with_unbilled_goods_stay_as_they_are' });
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  // An order that is not received yet does not matter.
  const later = await shop.sent([{ product_id: product, quantity: '10' }]);
  expect((await track(product, false)).status).toBe(200);
  await shop.receive(later.id);
  expect((await track(product, true)).refusal.errors?.is_stocked?.[0]).toContain('not billed yet');
  await shop.bill(later.id, [{ line_id: lineOf(later), quantity: '10' }]);
  expect((await track(product, true)).status).toBe(200);
  await shop.holds();
});

test('A10 I4 an import does not turn off tracking the stock of a product that has some, nor does undoing one', async () => {
  const { product } = await shop.received();
  const [empty = 0] = await shop.products(1);
  const skuOf = async (id: number) => (await shop.admin.call(products.get, { params: { id } })).reply.sku;
  const file = (cell: string, skus: readonly string[]) => ({
    name: 'products.csv',
    content: csvOf([
      ['SKU', 'Name', 'Unit', 'Price', 'Stocked'],
      ...skus.map(sku => [sku, 'Changed', 'Each', '2.40', cell]),
    ]),
  });
  const skus = [await skuOf(product), await skuOf(empty)];
  const read = await uploadTable(shop.admin, 'products', file('no', skus));
  const checked = await checkTable(shop.admin, read);
  expect(checked.counts).toMatchObject({ rejected: 1, changed: 1 });
  await commitTable(shop.admin, read.id);
  expect([await isTracked(product), await isTracked(empty)]).toEqual([true, false]);
  // Received since, which is not stock: tracking cannot be turned on again before it is billed.
  const order = await shop.sent([{ product_id: empty, quantity: '10' }]);
  await shop.receive(order.id);
  const undo = async () => {
    await shop.admin.call(imports.undo, { params: { id: read.id } });
    return settled(shop.admin, read.id);
  };
  expect((await undo()).problem).toContain('“Changed” has had goods received since that are not billed');
  expect(await isTracked(empty)).toBe(false);
  await shop.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  expect(await undo()).toMatchObject({ state: 'undone', problem: null });
  expect(await isTracked(empty)).toBe(true);
  await shop.holds();
});

test('A10 goods received while tracking is turned off are stock of a tracked product, or no stock of one that is not', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const [product = 0] = await shop.products(1);
      const order = await shop.sent([{ product_id: product, quantity: '10' }]);
      const [turned, received] = await Promise.all([track(product, false), shop.receive(order.id)]);
      return { product, statuses: [turned.status, received.status] };
    }),
  );
  for (const { product, statuses } of rounds) {
    for (const status of statuses) expect([200, 409, 422]).toContain(status);
    const { rows } = await sql<{ is_stock: boolean }>`
      select is_stock from goods_received_lines where product_id = ${product} and is_stock`.execute(
      shop.app.db,
    );
    if (rows.length > 0) expect(await isTracked(product)).toBe(true);
    else expect(await shop.poolOf(product)).toMatchObject({ quantity: '0.000', value_pence: 0 });
  }
  await shop.holds();
});

test('I4 nothing comes back into the stock of a product that is not tracked', async () => {
  const [product = 0] = await shop.products(1);
  await track(product, false);
  await expect(
    asBookkeeper(shop.app.db, ctx =>
      moveStock(ctx, {
        businessDate: shop.today,
        kind: 'customer_return',
        document: { type: 'credit_note', id: 1, number: null },
        movements: [{ productId: product, line: 1, quantity: toQuantity(1000), value: toPence(500) }],
      }),
    ),
  ).rejects.toMatchObject({ status: 422 });
  await expect(
    sql`insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
        document_id, document_line, business_date, posted_by, posted_at)
      select ${product}, 'receipt', 1, 100, 1, 100, 'goods_received_note', 0, 1, ${shop.today}, min(id), now() from users`.execute(
      shop.app.db,
    ),
  ).rejects.toMatchObject({ constraint: 'stock_movements_are_of_tracked_products' });
});
