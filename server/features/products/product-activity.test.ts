import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';
import { productActivity } from '#domain/products/product-activity.contract';
import { products } from '#domain/products/product.contract';
import { moveStock } from '../../kernel/stock';
import { asBookkeeper, someSupplier } from '../../../tests/support/books';
import { someProduct, someUnit } from '../../../tests/support/products';
import { insertOrder } from '../../../tests/support/purchases';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** An order of a product, as the purchasing feature stores it. */
async function order(
  product: number,
  line: { supplier: number; price: number; factor?: number; status?: 'draft' | 'sent' },
): Promise<void> {
  const { userId } = await app.as();
  const { supplier: supplier_id, price, factor = 1, status = 'sent' } = line;
  const id = await insertOrder(app.db, { supplier_id, created_by: userId, total_pence: price, status });
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, product_id, description, unit, factor, quantity,
      unit_price, vat_code, vat_percent, net_pence, vat_pence, gross_pence)
    values (${id}, 1, ${product}, 'Teapot', 'Box', ${factor}, 1, ${price}::numeric / 100, 'Z', 0, ${price}, 0, ${price})`.execute(
    app.db,
  );
}

test('I14 a product’s page lists its movements, newest first, with values only for users who can see cost', async () => {
  const id = await someProduct(app.db);
  const move = (line: number, quantity: number, value?: number) =>
    asBookkeeper(app.db, ctx =>
      moveStock(ctx, {
        businessDate: '2026-03-04',
        kind: line === 1 ? 'receipt' : 'adjustment',
        document: { type: 'test', id, number: `T-${line}` },
        reason: line === 1 ? undefined : 'Broken',
        movements: [
          {
            productId: id,
            line,
            quantity: wholeUnits(quantity),
            ...(value === undefined ? {} : { value: toPence(value) }),
          },
        ],
      } as never),
    );
  await move(1, 10, 1000);
  await move(2, -4);
  const request = { params: { id } };
  const { reply } = await (await app.as('view_product', 'view_stock')).call(
    productActivity.movements,
    request,
  );
  expect(reply.total).toBe(2);
  expect(reply.data.map(row => [row.kind, row.quantity, row.quantity_after, row.reason])).toEqual([
    ['adjustment', -4000, 6000, 'Broken'],
    ['receipt', 10_000, 10_000, null],
  ]);
  expect(reply.data[0]).not.toHaveProperty('value');
  expect(reply.data[0]).not.toHaveProperty('value_after');
  const trusted = await app.as('view_product', 'view_stock', 'view_cost');
  const { reply: seen } = await trusted.call(productActivity.movements, request);
  expect(seen.data.map(row => [row.value, row.value_after])).toEqual([
    [-400, 600],
    [1000, 1000],
  ]);
  expect((await trusted.call(productActivity.movements, { params: { id: 99_999_999 } })).status).toBe(404);
});

test('P12 an ordered product cannot be deleted; its page lists the orders, with prices for users who can see cost', async () => {
  const id = await someProduct(app.db);
  await order(id, { supplier: await someSupplier(app.db, 'Alder'), price: 333 });
  const buyer = await app.as('view_product', 'view_purchaseorder', 'delete_product');
  const { reply } = await buyer.call(productActivity.purchases, { params: { id } });
  expect(reply).toMatchObject({
    total: 1,
    data: [{ supplier: { name: 'Alder' }, status: 'sent', quantity: 1000 }],
  });
  expect(reply.data[0]).not.toHaveProperty('unit_price');
  const trusted = await app.as('view_product', 'view_purchaseorder', 'view_cost');
  expect((await trusted.call(productActivity.purchases, { params: { id } })).reply.data[0]?.unit_price).toBe(
    '3.33',
  );
  const refused = await buyer.call(products.remove, { params: { id } });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringContaining('Archive it instead'),
  ]);
});

test('search shows the supplier’s last price for one buying unit, else anyone’s, else the standard cost', async () => {
  const box = await someUnit(app.db, 'Box');
  const id = await someProduct(app.db, {
    sku: 'LAST-1',
    buying_unit_id: box,
    buying_factor: wholeUnits(6),
    standard_cost: toUnitCost('1'),
  });
  const [one, other, third] = [
    await someSupplier(app.db, 'One'),
    await someSupplier(app.db, 'Other'),
    await someSupplier(app.db, 'Third'),
  ];
  const { call } = await app.as('view_product', 'view_cost');
  const costOf = async (supplier?: number) => {
    const query = { text: 'LAST-1', ...(supplier ? { supplier_id: String(supplier) } : {}) };
    return (await call(products.search, { query })).reply.data[0]?.last_cost;
  };
  expect(await costOf(one)).toBe('6.00');
  await order(id, { supplier: one, price: 540, factor: 6 });
  // Bought by the piece: six make one box.
  await order(id, { supplier: other, price: 95 });
  await order(id, { supplier: one, price: 1, factor: 6, status: 'draft' });
  expect([await costOf(one), await costOf(other), await costOf(third), await costOf()]).toEqual([
    '5.40',
    '5.70',
    '6.00',
    '5.70',
  ]);
});

test('the export contains all that an import reads, with costs only for users who can see them', async () => {
  const box = await someUnit(app.db, 'Box');
  await someProduct(app.db, {
    sku: 'EXP-1',
    name: '=Tea, "Earl Grey"',
    buying_unit_id: box,
    buying_factor: wholeUnits(12),
    standard_cost: toUnitCost('3.21'),
    reorder_quantity: wholeUnits(24),
    notes: 'Two\nlines',
    barcodes: [
      { code: '5012345678900', factor: undefined },
      { code: 'BOX-12', factor: wholeUnits(12) },
    ],
  });
  const fileOf = async (...more: ['view_cost'] | []) => {
    const { call } = await app.as('view_product', 'export_data', ...more);
    const { raw } = await call(products.export, { query: { search: 'EXP-1' } });
    return parse(raw.toString(), { columns: true, bom: true }) as Record<string, string>[];
  };
  const [plain] = await fileOf();
  expect(plain).toMatchObject({
    SKU: 'EXP-1',
    'Buying unit': 'Box',
    'Buying factor': '12',
    Barcodes: '5012345678900, BOX-12 (12)',
    'Reorder quantity': '24',
    Stocked: 'yes',
    'Stock policy': 'block',
    Notes: 'Two\nlines',
  });
  expect(Object.keys(plain ?? {}).filter(header => /cost|value/i.test(header))).toEqual([]);
  // None is in stock, so there is no average.
  expect((await fileOf('view_cost'))[0]).toMatchObject({ 'Standard cost': '3.21', 'Average cost': '' });
});
