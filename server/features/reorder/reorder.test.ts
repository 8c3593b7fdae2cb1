import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { quantityFromText as q } from '#domain/kernel/quantity';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { reorder } from '#domain/stock/reorder.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { breachesOf, someSupplier } from '../../../tests/support/books';
import { moved } from '../../../tests/support/moved-stock';
import { orderDesk } from '../../../tests/support/orders';
import { someProduct, someUnit } from '../../../tests/support/products';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
const desk = orderDesk(() => ({ app, admin }));
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const move = (kind: Parameters<typeof moved>[2][0], productId: number, pieces: number, on = today) =>
  moved(app.db, on, [kind, productId, pieces]);
const list = async (query: Record<string, string> = {}, who = admin) =>
  (await who.call(reorder.list, { query: { per_page: '1000', ...query } })).reply.data;
const rowOf = async (id: number, query: Record<string, string> = { show: 'all' }) =>
  (await list(query)).find(row => row.id === id);
const order = (lines: readonly object[], who = admin, headers: Record<string, string> = {}) =>
  who.call(reorder.createOrders, { body: { lines }, headers });

/**
 * A product in boxes of twelve from two suppliers: the first sold it last, the second has it in the price
 * list.
 */
async function boxed() {
  const buying_unit_id = await someUnit(app.db, 'Box');
  const id = await someProduct(app.db, {
    buying_unit_id,
    buying_factor: q('12'),
    reorder_level: q('20'),
    reorder_quantity: q('24'),
    standard_cost: toUnitCost('1.50'),
  });
  const [first, second] = [await someSupplier(app.db, 'First'), await someSupplier(app.db, 'Second')];
  await admin.call(supplierPrices.save, {
    params: { id: second, product_id: id },
    body: { minimum: '5', lead_time_days: 30 },
  });
  return { id, first, second };
}
async function bought(supplier_id: number, product_id: number, line: object = {}) {
  const draft = await desk.draft([{ product_id, quantity: '2', unit_price: '13.00', ...line }], {
    supplier_id,
  });
  await admin.call(purchases.markSent, { params: { id: draft.id } });
  return draft;
}

test('the reorder list follows demand, on hand, on order and suppliers', async () => {
  const { id, first, second } = await boxed();
  // No supplier has sold it yet: the one with a price list entry is suggested, at its minimum.
  expect(await rowOf(id, {})).toMatchObject({
    on_hand: 0,
    days_left: null,
    supplier: { id: second, name: 'Second' },
    suggested: q('5'),
  });
  await move('opening', id, 100);
  await move('sale', id, -30);
  await move('sale', id, -30, addDays(today, -29));
  await move('sale', id, -15, addDays(today, -30));
  // Losses and returns to suppliers are not demand.
  await move('adjustment', id, -2);
  await move('supplier_return', id, -1);
  expect(await rowOf(id)).toMatchObject({
    demand: q('60'),
    demand_per_day: q('2'),
    on_hand: q('22'),
    days_left: 11,
  });
  expect(await rowOf(id, { show: 'all', window: '60' })).toMatchObject({
    demand: q('75'),
    demand_per_day: q('1.25'),
  });
  const sent = await bought(first, id);
  expect(await rowOf(id)).toMatchObject({
    on_order: q('24'),
    in_drafts: 0,
    supplier: { id: first },
    suppliers: [
      { id: first, last_price: '13.00', lead_time_days: null, minimum: null },
      { id: second, last_price: null, lead_time_days: 30, minimum: q('5') },
    ],
    // Two a day for 7 + 14 days is 42, and 46 are on hand or on order.
    suggested: 0,
  });
  expect(await rowOf(id, {})).toBeUndefined();
  // 7 + 60 days need 134, so 88 are missing: eight boxes.
  expect(await rowOf(id, { cover: '60' })).toMatchObject({ suggested: q('8') });
  await desk.receive(sent.id, [{ line_id: sent.lines[0]?.id ?? 0, quantity: '1' }]);
  expect(await rowOf(id)).toMatchObject({ on_hand: q('34'), on_order: q('12') });
  await sql`update suppliers set status = 'inactive' where id = ${first}`.execute(app.db);
  expect(await rowOf(id)).toMatchObject({ supplier: { id: second }, suppliers: [{ id: second }] });
});

test('R1 R2 sales count less what customers returned to stock, so a sale edited or cancelled counts once or not at all', async () => {
  const seller = await app.as(
    'view_pos',
    'create_sale',
    'view_sale',
    'refund_sale',
    'edit_sale',
    'void_sale',
  );
  const till = await openTill(app.db, 100_000);
  const { sent, sold, refund } = shopFloor(() => ({ app, seller, till }));
  const id = await stockedProduct(app.db, { pieces: '1000' });
  const line = (quantity: string) => [{ product_id: id, quantity }];
  // Keyed as 100 at £2.40, and edited to 10.
  const wrong = await sold(line('100'), 24_000);
  const { status, reply: right } = await seller.call(sales.replace, {
    params: { id: wrong.id },
    body: {
      reason: 'Keyed wrongly',
      sale: sent(line('10'), 2400, { tenders: [] }),
      refund_tenders: [{ method: 'cash', amount: '216.00' }],
    },
  });
  expect(status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ on_hand: q('990'), demand: q('10') });
  const cancelled = await sold(line('50'), 12_000);
  const gone = { client_id: randomUUID(), session_id: till, reason: 'Never collected' };
  expect((await seller.call(sales.cancel, { params: { id: cancelled.id }, body: gone })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ on_hand: q('990'), demand: q('10') });
  // Three come back to stock; a damaged one does not, so seven have left it.
  const back = (quantity: string, goods: 'stock' | 'damaged') => [
    { line_number: right.lines[0]?.line_number ?? 0, quantity, goods },
  ];
  expect((await refund(right, back('3', 'stock'), 720)).status).toBe(200);
  expect((await refund(right, back('1', 'damaged'), 240)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ on_hand: q('993'), demand: q('7') });
  expect(await breachesOf(app.db)).toEqual([]);
  // Twenty that were sold two months ago take nothing from what was sold since.
  const old = await sold(line('20'), 4800);
  await datedBack(old.id, 60);
  expect(await rowOf(id)).toMatchObject({ demand: q('7') });
  const all = [{ line_number: old.lines[0]?.line_number ?? 0, quantity: '20', goods: 'stock' as const }];
  expect((await refund(old, all, 4800)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ on_hand: q('993'), demand: q('7') });
  await datedBack(old.id, -60);
  expect(await breachesOf(app.db)).toEqual([]);
});

/** Moves a posted sale and its stock to an earlier day. */
async function datedBack(sale: number, days: number): Promise<void> {
  const triggers = async (state: 'enable' | 'disable') => {
    for (const table of ['sales', 'stock_movements'])
      await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(app.db);
  };
  await triggers('disable');
  await sql`update sales set business_date = business_date - ${days}::integer where id = ${sale}`.execute(
    app.db,
  );
  await sql`update stock_movements set business_date = business_date - ${days}::integer
    where document_type = 'sale' and document_id = ${sale}`.execute(app.db);
  await triggers('enable');
}

test('the list filters by category, supplier and level, sorts by urgency, and exports', async () => {
  const id = await someProduct(app.db, {
    name: 'Narrow one',
    reorder_level: q('5'),
    reorder_quantity: q('10'),
  });
  const calm = await someProduct(app.db, { name: 'Narrow two', reorder_level: q('5') });
  const plain = await someProduct(app.db, { name: 'Narrow three' });
  for (const one of [id, calm, plain]) await move('opening', one, 6);
  await move('sale', id, -4);
  const names = async (query: Record<string, string>) =>
    (await list({ search: 'narrow', ...query })).map(row => row.name);
  expect(await names({})).toEqual(['Narrow one']);
  expect(await names({ show: 'all' })).toEqual(['Narrow one', 'Narrow two']);
  expect(await names({ show: 'all', sort_by: 'name', sort_order: 'desc' })).toEqual([
    'Narrow two',
    'Narrow one',
  ]);
  expect(await names({ show: 'low' })).toEqual(['Narrow one']);
  const supplier = await someSupplier(app.db);
  await bought(supplier, id, { quantity: '1' });
  expect(await names({ show: 'all', supplier_id: String(supplier) })).toEqual(['Narrow one']);
  expect(await names({ show: 'all', category_id: '999999' })).toEqual([]);
  for (const [name, value] of [
    ['window', '45'],
    ['cover', '366'],
    ['cover', '0'],
    ['show', 'none'],
  ] as const)
    expect((await admin.call(reorder.list, { query: { [name]: value } })).status, `${name} ${value}`).toBe(
      422,
    );
  const file = await admin.call(reorder.export, { query: { search: 'narrow', format: 'csv' } });
  expect(file.raw.toString('utf8')).toContain('Last price');
  expect(file.raw.toString('utf8')).toContain('Narrow one');
  await sql`update products set status = 'inactive' where id = ${id}`.execute(app.db);
  expect(await names({})).toEqual([]);
});

test('supplier prices are only for users who can see cost; without them drafts still take the last price', async () => {
  const { id, first } = await boxed();
  await bought(first, id);
  const buyer = await app.as('view_stock', 'create_purchaseorder', 'export_data', 'view_purchaseorder');
  const row = (await list({ show: 'all' }, buyer)).find(one => one.id === id);
  expect(row?.suppliers.length).toBe(2);
  expect(JSON.stringify(row)).not.toContain('last_price');
  const file = await buyer.call(reorder.export, { query: {} });
  expect(file.raw.toString('utf8')).not.toContain('price');
  const { reply } = await order([{ product_id: id, supplier_id: first, quantity: '3' }], buyer);
  const draft = await desk.get(reply.orders[0]?.id ?? 0);
  expect(draft.lines[0]).toMatchObject({
    unit: 'Box',
    factor: q('12'),
    quantity: q('3'),
    unit_price: '13.00',
    net: 3900,
  });
  for (const rights of [['view_stock'], ['create_purchaseorder']] as const)
    expect((await (await app.as(...rights)).call(reorder.list, {})).status).toBe(403);
});

test('one click creates one draft per supplier, once, and quantities in drafts are not suggested again', async () => {
  const { id, first, second } = await boxed();
  const other = await someProduct(app.db, { reorder_level: q('1'), vat_code: 'Z' });
  const lines = [
    { product_id: other, supplier_id: second, quantity: '4' },
    { product_id: id, supplier_id: first, quantity: '2' },
  ];
  const key = { 'idempotency-key': 'reorder-once-only-1' };
  const created = await order(lines, admin, key);
  expect(created.reply.orders).toMatchObject([
    { supplier: { id: first }, lines: 1 },
    { supplier: { id: second }, lines: 1 },
  ]);
  const [one, two] = created.reply.orders;
  expect(await desk.get(one?.id ?? 0)).toMatchObject({
    status: 'draft',
    // Never bought there: the standard cost of a box.
    lines: [{ product: { id }, unit_price: '18.00', vat_code: 'S' }],
  });
  expect(await desk.get(two?.id ?? 0)).toMatchObject({
    lines: [{ product: { id: other }, unit_price: '0.00', vat_code: 'Z' }],
  });
  expect((await order(lines, admin, key)).reply).toEqual(created.reply);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from purchase_order_lines where product_id = any(${[id, other]}::bigint[])`.execute(
    app.db,
  );
  expect(rows[0]?.count).toBe(2);
  expect(await rowOf(id)).toMatchObject({ in_drafts: q('24'), on_order: 0, suggested: 0 });
  expect((await app.audits(2)).map(entry => entry.action)).toEqual(['created', 'created']);
});

test('all drafts are created or none, and the refusal names the line', async () => {
  const { id, first, second } = await boxed();
  const gone = await someSupplier(app.db, 'Gone');
  await sql`update suppliers set status = 'inactive' where id = ${gone}`.execute(app.db);
  const archived = await someProduct(app.db);
  await sql`update products set status = 'archived' where id = ${archived}`.execute(app.db);
  const dear = await someProduct(app.db, { standard_cost: toUnitCost('999999999.99') });
  const before = await app.digest();
  const good = { product_id: id, supplier_id: first, quantity: '1' };
  for (const [field, lines] of [
    ['lines.1.supplier_id', [good, { product_id: dear, supplier_id: gone, quantity: '1' }]],
    ['lines.1.supplier_id', [good, { product_id: dear, supplier_id: 999_999, quantity: '1' }]],
    ['lines.1.product_id', [good, { product_id: archived, supplier_id: first, quantity: '1' }]],
    ['lines.1.product_id', [good, { product_id: 999_999, supplier_id: first, quantity: '1' }]],
    ['lines.1.product_id', [good, { ...good, supplier_id: second }]],
    ['lines.1.unit_price', [good, { product_id: dear, supplier_id: second, quantity: '99999999999' }]],
    ['lines.1.quantity', [good, { product_id: dear, supplier_id: second, quantity: '0' }]],
    ['lines', []],
  ] as const) {
    const { status, refusal } = await order(lines);
    expect([status, Object.keys(refusal.errors ?? {})], field).toEqual([422, [field]]);
  }
  expect(await app.digest()).toBe(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('4.13 where no lead time is entered, the one that two receipts measured is planned with', async () => {
  const id = await someProduct(app.db);
  const supplier_id = await someSupplier(app.db, 'Slow');
  await move('opening', id, 100);
  await move('sale', id, -60);
  const delivered = async () => {
    const order_date = addDays(today, -21);
    const { id: orderId } = await desk.draft([{ product_id: id, quantity: '1' }], {
      supplier_id,
      order_date,
    });
    await admin.call(purchases.markSent, { params: { id: orderId } });
    expect((await desk.receive(orderId)).status).toBe(200);
  };
  await delivered();
  // One receipt may have been an exception: two a day for 7 + 14 days is 42, and 41 are there.
  expect(await rowOf(id)).toMatchObject({ suggested: q('1'), suppliers: [{ measured_lead_days: null }] });
  await delivered();
  // 21 + 14 days need 70, and 42 are there.
  expect(await rowOf(id)).toMatchObject({ suggested: q('28'), suppliers: [{ measured_lead_days: 21 }] });
  await admin.call(supplierPrices.save, {
    params: { id: supplier_id, product_id: id },
    body: { lead_time_days: 1 },
  });
  expect(await rowOf(id)).toMatchObject({ suggested: 0, suppliers: [{ lead_time_days: 1 }] });
});
