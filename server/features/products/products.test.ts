import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { checkDigit, isGtin } from '#domain/products/barcode';
import { products } from '#domain/products/product.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { someProduct, someUnit } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let unit = 0;
beforeAll(async () => {
  app = await startTestApp();
  unit = await someUnit(app.db);
});
afterAll(() => app.close());

const body = (more: object = {}) => ({
  sku: `T-${Math.random()}`,
  name: 'Teapot',
  unit_id: unit,
  price: '12.00',
  ...more,
});
const keeper = () => app.as('view_product', 'create_product', 'edit_product', 'delete_product');

test('a product is added with both prices, its barcodes and its first price, and is in the audit log', async () => {
  const { call } = await keeper();
  const { status, reply } = await call(products.create, {
    body: body({
      sku: 'TEA-1',
      vat_code: 'S',
      barcodes: [{ code: '5012345678900' }, { code: 'OWN-77', factor: '6' }],
    }),
  });
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    sku: 'TEA-1',
    price_inc_vat: 1200,
    price_ex_vat: 1000,
    quantity: 0,
    stock_state: 'out',
    barcodes: [
      { code: '5012345678900', factor: 1000 },
      { code: 'OWN-77', factor: 6000 },
    ],
    price_changes: [{ price: 1200 }],
    can: { delete: true },
  });
  expect((await app.audits())[0]).toMatchObject({
    action: 'created',
    record_type: 'product',
    record_name: 'Teapot',
  });
});

test.each([
  ['sku', { sku: ' tea-1 ' }, 'already has this SKU'],
  ['barcodes.0.code', { barcodes: [{ code: '5012345678900' }] }, 'belongs to product TEA-1'],
  ['barcodes.0.code', { barcodes: [{ code: '5012345678901' }] }, 'should end in 0'],
  ['barcodes.1.code', { barcodes: [{ code: 'A' }, { code: 'A' }] }, 'listed twice'],
  ['unit_id', { unit_id: 999_999 }, 'no longer exists'],
  ['category_id', { category_id: 999_999 }, 'no longer exists'],
  ['category_id', { sub_category_id: 1 }, 'category'],
  ['price', { price: '-1.00' }, 'zero or more'],
  ['price', { price: '1.005' }, 'two decimals'],
  ['buying_factor', { buying_unit_id: 1, buying_factor: '0' }, 'above zero'],
  ['buying_factor', { buying_unit_id: 1 }, 'Enter how many selling units one buying unit holds.'],
  ['buying_unit_id', { buying_factor: '12' }, 'Choose the buying unit'],
])('a wrong %s is refused with a message, and nothing is added', async (field, wrong, words) => {
  const { call } = await keeper();
  const before = await app.digest();
  const { status, refusal } = await call(products.create, { body: body(wrong) });
  expect(status).toBe(422);
  expect(refusal.errors?.[field]?.join(' ')).toContain(words);
  expect(await app.digest()).toBe(before);
});

test('two at once with the same SKU or barcode: one is added, the other is refused with the reason', async () => {
  const { call } = await keeper();
  for (const [field, same] of [
    ['sku', () => ({ sku: 'RACE' })],
    ['barcodes', () => ({ sku: `RACE-${Math.random()}`, barcodes: [{ code: 'RACE-CODE' }] })],
  ] as const) {
    const both = await Promise.all(
      Array.from({ length: 8 }, () => call(products.create, { body: body(same()) })),
    );
    const refused = both.filter(({ status }) => status === 422);
    expect([both.filter(({ status }) => status === 200).length, refused.length], field).toEqual([1, 7]);
    for (const { refusal } of refused) expect(Object.keys(refusal.errors ?? {})[0]).toMatch(field);
  }
});

test('a form sent twice adds one product', async () => {
  const { call } = await keeper();
  const sent = { body: body({ sku: 'ONCE' }), headers: { 'idempotency-key': 'product-once-1' } };
  const [first, again] = [await call(products.create, sent), await call(products.create, sent)];
  expect([first.status, again.status, again.reply.id]).toEqual([200, 200, first.reply.id]);
  const other = { ...sent, body: body({ sku: 'ONCE-2' }) };
  expect((await call(products.create, other)).status).toBe(422);
});

test('cost is sent only to users who can see it: no key, no export column for the others', async () => {
  const id = await someProduct(app.db, { sku: 'COST-1', standard_cost: '1.50' as never });
  const [plain, trusted] = [
    await app.as('view_product', 'export_data'),
    await app.as('view_product', 'export_data', 'view_cost'),
  ];
  for (const key of ['average_cost', 'stock_value', 'margin_percent', 'standard_cost']) {
    expect((await plain.call(products.get, { params: { id } })).reply).not.toHaveProperty(key);
    expect((await trusted.call(products.get, { params: { id } })).reply).toHaveProperty(key);
  }
  expect((await trusted.call(products.get, { params: { id } })).reply.average_cost).toBe('1.5000');
  expect((await plain.call(products.list)).reply.data[0]).not.toHaveProperty('average_cost');
  expect((await plain.call(products.search, { query: { text: 'COST-1' } })).reply.data[0]).not.toHaveProperty(
    'last_cost',
  );
  expect((await plain.call(products.export)).raw.toString()).not.toContain('cost');
  expect((await trusted.call(products.export)).raw.toString()).toContain('Average cost');
});

test('F23 a search finds active products; a scan of goods that are already listed finds the others too', async () => {
  const { call } = await app.as('receive_purchaseorder');
  for (const status of ['active', 'inactive', 'archived'] as const) {
    const id = await someProduct(app.db, { name: `Stray ${status}`, sku: `STRAY-${status}` });
    await app.db.updateTable('products').set({ status }).where('id', '=', id).execute();
  }
  const found = async (query: { text: string; status?: 'any' }) =>
    (await call(products.search, { query })).reply.data.map(({ name }) => name);
  expect(await found({ text: 'stray' })).toEqual(['Stray active']);
  expect(await found({ text: 'STRAY-inactive' })).toEqual([]);
  expect(await found({ text: 'STRAY-inactive', status: 'any' })).toEqual(['Stray inactive']);
  expect(await found({ text: 'stray', status: 'any' })).toEqual([
    'Stray active',
    'Stray archived',
    'Stray inactive',
  ]);
});

test('the audit log shows cost only to users who can see it', async () => {
  await someProduct(app.db, { sku: 'COST-2', standard_cost: '987.65' as never });
  const seenBy = async (...more: ['view_cost'] | []) => {
    const { call } = await app.as('view_audit', 'export_data', ...more);
    const query = { record_type: 'product', search: '', per_page: '1000' };
    const { per_page: _, ...exported } = query;
    return [await call(audit.list, { query }), await call(audit.export, { query: exported })].map(({ raw }) =>
      raw.toString(),
    );
  };
  for (const text of await seenBy()) expect(text).not.toMatch(/standard_cost|987\.65/);
  for (const text of await seenBy('view_cost')) expect(text).toContain('987.65');
});

test('a user who cannot see cost cannot set it either', async () => {
  const { call } = await keeper();
  expect((await call(products.create, { body: body({ standard_cost: '1.00' }) })).status).toBe(403);
});

test('an edit keeps the cost when omitted, records a new price, and a stale edit is refused with current values', async () => {
  const id = await someProduct(app.db, { standard_cost: '1.50' as never });
  const { call } = await keeper();
  const { reply: before } = await call(products.get, { params: { id } });
  const edit = { ...body({ price: '15.00' }), version: before.version };
  const { reply, status } = await call(products.update, { params: { id }, body: edit });
  expect([status, reply.price_changes.map(change => change.price)]).toEqual([200, [1500, 240]]);
  const stale = await call(products.update, { params: { id }, body: { ...edit, price: '16.00' } });
  expect(stale.status).toBe(409);
  expect(stale.refusal).toMatchObject({ current: { version: reply.version, price: '15.00' } });
  const trusted = await app.as('view_product', 'view_cost');
  expect((await trusted.call(products.get, { params: { id } })).reply.standard_cost).toBe('1.50');
});

test('search finds a barcode first, then the SKU, then names; archived products are excluded', async () => {
  const id = await someProduct(app.db, {
    sku: 'LAMP-9',
    name: 'Desk lamp',
    barcodes: [{ code: '4006381333931', factor: 12_000 as never }],
  });
  const { call } = await app.as('view_product', 'edit_product');
  const find = async (text: string) => (await call(products.search, { query: { text } })).reply.data;
  expect(await find('4006381333931')).toMatchObject([{ id, scanned_factor: 12_000 }]);
  expect((await find('lamp-9'))[0]).toMatchObject({ id, scanned_factor: 1000 });
  const inside = await someProduct(app.db, { name: 'A desk' });
  // Names that start with the text come before names that contain it, whatever the alphabet.
  expect((await find('desk')).map(choice => choice.id)).toEqual([id, inside]);
  expect(await find('%')).toEqual([]);
  await call(products.archive, { params: { id }, body: { archived: true } });
  expect((await find('desk')).map(choice => choice.id)).toEqual([inside]);
});

test('P12 a product with movements is archived, not deleted; an unused one is deleted', async () => {
  const { call } = await keeper();
  const [used, unused] = [await someProduct(app.db), await someProduct(app.db)];
  await sql`insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence,
    document_type, document_id, document_line, business_date, posted_by, posted_at)
    select ${used}, 'opening', 1, 0, 1, 0, 'test', 1, 1, '2026-01-01', min(id), now() from users`.execute(
    app.db,
  );
  const refused = await call(products.remove, { params: { id: used } });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringContaining('Archive it instead'),
  ]);
  expect((await call(products.remove, { params: { id: unused } })).status).toBe(200);
  expect((await call(products.get, { params: { id: unused } })).status).toBe(404);
});

test('P12 a product on the list of a count is archived, not deleted, and its page says so before', async () => {
  const { call } = await keeper();
  const counted = await someProduct(app.db);
  await sql`with counting as (
      insert into stock_counts (number, started_by, started_at, business_date, scope, is_blind)
      select 'SC-T', min(id), now(), '2026-01-01', 'products', false from users returning id
    ) insert into stock_count_lines (stock_count_id, line_number, product_id, sku, name, unit)
      select id, 1, ${counted}, 'C-1', 'Counted', 'Each' from counting`.execute(app.db);
  expect((await call(products.get, { params: { id: counted } })).reply.can.delete).toBe(false);
  const refused = await call(products.remove, { params: { id: counted } });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringContaining(
      'has been bought, counted, quoted or sold, so it cannot be deleted. Archive it instead.',
    ),
  ]);
});

test('a duplicate of a product with a long SKU has a SKU that its form accepts', async () => {
  const sku = `LONG-${'x'.repeat(55)}`;
  const id = await someProduct(app.db, { sku });
  const { call } = await keeper();
  for (const n of [2, 3]) {
    const copy = (await call(products.duplicate, { params: { id } })).reply;
    expect(copy.sku).toBe(`${sku.slice(0, 58)}-${n}`);
    expect(copy.sku).toHaveLength(60);
  }
});

test('a duplicate is inactive, under the next free SKU, without barcodes', async () => {
  const id = await someProduct(app.db, { sku: 'CUP', barcodes: [{ code: 'CUP-CODE' }] });
  const { call } = await keeper();
  const first = await call(products.duplicate, { params: { id } });
  expect(first.reply).toMatchObject({ sku: 'CUP-2', status: 'inactive', barcodes: [] });
  expect((await call(products.duplicate, { params: { id } })).reply.sku).toBe('CUP-3');
});

test('lists filter by category, brand and stock, and page in a stable order', async () => {
  const { call } = await keeper();
  const all = await call(products.list, { query: { per_page: '1000', stock_state: 'out' } });
  expect(all.reply.total).toBe(all.reply.data.length);
  expect((await call(products.list, { query: { category_id: '999999' } })).reply.total).toBe(0);
  expect((await call(products.list, { query: { category_id: "1'; drop table products" } })).status).toBe(422);
});

test('check digits of GTINs', () => {
  expect([checkDigit('400638133393'), checkDigit('7351353'), checkDigit('03600029145')]).toEqual([1, 7, 2]);
  expect(['4006381333931', '73513537', '036000291452', '4006381333930', '123'].map(isGtin)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('I1 the cost of a product says which it is: an average only while there is stock', async () => {
  const trusted = await app.as('view_product', 'view_cost', 'adjust_stock');
  const id = await someProduct(app.db, { standard_cost: toUnitCost('12.00') });
  const cost = async () => {
    const { average_cost, cost_kind } = (await trusted.call(products.get, { params: { id } })).reply;
    return [average_cost, cost_kind];
  };
  const move = (reason: 'found' | 'lost', quantity: string, value?: string) =>
    trusted.call(stockAdjustments.create, {
      body: { reason, lines: [{ product_id: id, quantity, ...(value ? { value } : {}) }] },
    });
  expect(await cost()).toEqual(['12.0000', 'standard']);
  await move('found', '2', '20.00');
  expect(await cost()).toEqual(['10.0000', 'average']);
  await move('lost', '-2');
  expect(await cost()).toEqual(['10.0000', 'last']);
});

test('price changes are listed beyond the first fifty, with their number', async () => {
  const trusted = await app.as('view_product');
  const id = await someProduct(app.db);
  await sql`insert into product_price_changes (product_id, price_pence, price_includes_vat, vat_code, changed_by, changed_at)
    select ${id}, n, true, 'S', (select min(id) from users), now() from generate_series(1, 60) n`.execute(
    app.db,
  );
  const { reply } = await trusted.call(products.get, { params: { id } });
  expect([reply.price_changes.length, reply.price_changes_total]).toEqual([61, 61]);
  expect(reply.price_changes[0]?.price).toBe(60);
});
