import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { categories } from '#domain/masters/master.contract';
import { products } from '#domain/products/product.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { onlineRetailCatalogue } from '../../../tests/support/online-retail';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller & { userId: number };
let each: number;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as(
    'view_product',
    'create_product',
    'edit_product',
    'delete_product',
    'view_cost',
    'adjust_stock',
    'create_master',
    'export_data',
    'backdate',
  );
  each = await someUnit(shop.db, 'Each');
});
afterAll(() => shop.close());

const bySku = async (sku: string) =>
  (await keeper.call(products.list, { query: { search: sku } })).reply.data.find(
    product => product.sku === sku,
  );
const reasonsOf = async (id: number) => {
  const reasons: Record<number, string[]> = {};
  const { reply } = await keeper.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } });
  for (const row of reply.data)
    reasons[row.row_number] = row.errors.map(({ field, message }) => `${field}: ${message}`);
  return reasons;
};
const upload = (rows: readonly (readonly string[])[], name = 'products.csv') =>
  uploadTable(keeper, 'products', { name, content: csvOf(rows) });
const balance = (account: string) => balanceOf(shop.db, account);

describe('products from a file', () => {
  test('cells are read as people write them, names become records, and each invalid one says why', async () => {
    const read = await upload([
      [
        'Product code',
        'Description',
        'Category',
        'Sub-category',
        'Unit',
        'Retail price',
        'VAT',
        'Barcode',
        'Reorder point',
        'Inc VAT',
      ],
      ['TEA-1', 'Green tea', 'Tea', 'Loose', 'Each', '£1,234.50', '20%', '4006381333931', '2.50', 'yes'],
      ['TEA-2', 'Black tea', 'Tea', '', '', '2.5', 'Zero', '', '', 'no'],
      ['TEA-3', 'White tea', 'Tea', '', 'Each', '0.005', 'S', '', '', ''],
      ['TEA-4', 'Red tea', 'Tea', '', 'Each', 'dear', 'Q', '4006381333930', '', ''],
      ['4.00E+12', 'Blue tea', '', 'Loose', 'Each', '1.005', 'S', '4.00638E+12', '', ''],
      ['TEA-6', 'Pink tea', '', '', 'Each', '1', 'S', '4006381333931', '', ''],
      ['TEA-7', '', '', '', 'Each', '0', 'S', '', '', ''],
      ['TEA-8', 'Grey tea', '', '', 'Each', '1', 'S', '5,01E+12', '', ''],
    ]);
    expect(read.mapping).toEqual({
      sku: 0,
      name: 1,
      category: 2,
      sub_category: 3,
      unit: 4,
      price: 5,
      vat_code: 6,
      barcodes: 7,
      reorder_level: 8,
      price_includes_vat: 9,
    });
    const without = await checkTable(keeper, read);
    expect(without.counts.rejected).toBe(7);
    const checked = await checkTable(keeper, read, { add_masters: true, default_unit_id: each });
    expect(checked.counts).toMatchObject({ new: 2, rejected: 6 });
    expect((await keeper.call(categories.list)).status).toBe(403);
    expect(await reasonsOf(read.id)).toEqual({
      4: ['price: 0.005 is less than a penny. Enter at least 0.01.'],
      5: [
        'price: Enter an amount in pounds, such as 12.50.',
        'vat_code: Enter a VAT code: S, R, Z, E or O.',
        'barcodes: The check digit of 4006381333930 is wrong: the code should end in 1. Scan or type it again.',
      ],
      6: [
        'sku: The spreadsheet has cut this code short. Format its column as text, enter the whole code and save again.',
        'price: 1.005 has fractions of a penny. Enter at most two decimals, such as 12.50.',
        'barcodes: The spreadsheet has cut this code short. Format its column as text, enter the whole code and save again.',
        'sub_category: Enter the category of this sub-category as well.',
      ],
      7: ['barcodes: Barcode 4006381333931 already belongs to row 2.'],
      8: [
        'price: The price is zero. Enter the selling price, or choose to allow zero prices.',
        'name: Name is required.',
      ],
      // A spreadsheet with a decimal comma, which is no separator of two codes.
      9: [
        'barcodes: The spreadsheet has cut this code short. Format its column as text, enter the whole code and save again.',
      ],
    });
    await commitTable(keeper, read.id);
    expect(await bySku('TEA-1')).toMatchObject({
      name: 'Green tea',
      category: { name: 'Tea' },
      sub_category: { name: 'Loose' },
      price: 123450,
      vat_code: 'S',
      reorder_level: 2500,
    });
    expect(await bySku('TEA-2')).toMatchObject({ vat_code: 'Z', price: 250, price_includes_vat: false });
    const entries = await shop.audits(6);
    expect(entries.map(entry => [entry.action, entry.record_type, entry.record_name])).toEqual([
      ['created', 'product', 'Black tea'],
      ['created', 'product', 'Green tea'],
      ['imported', 'import', 'products.csv'],
      ['created', 'sub_category', 'Loose'],
      ['created', 'category', 'Tea'],
      ['confirmed', 'import', 'products.csv'],
    ]);
    expect(
      (
        await checkTable(
          keeper,
          await upload([
            ['SKU', 'Price'],
            ['tea-1', '9.99'],
            ['tea-9', '1'],
          ]),
        )
      ).counts,
    ).toMatchObject({
      changed: 1,
      rejected: 1,
    });
  });

  test('a barcode sets its number of units, which a file does not change afterwards', async () => {
    const header = ['SKU', 'Name', 'Unit', 'Price', 'Barcodes'];
    const first = await upload([header, ['FA-1', 'Boxed', 'Each', '5', '(01)77, BOX-6 (6); HALF (0.5)']]);
    await checkTable(keeper, first);
    await commitTable(keeper, first.id);
    const id = (await bySku('FA-1'))?.id ?? 0;
    const { barcodes } = (await keeper.call(products.get, { params: { id } })).reply;
    expect(barcodes.map(({ code, factor }) => [code, factor])).toEqual([
      ['(01)77', 1000],
      ['BOX-6', 6000],
      ['HALF', 500],
    ]);
    const second = await upload([header, ['FA-1', 'Boxed', 'Each', '5', 'BOX-6 (12)']]);
    expect((await checkTable(keeper, second)).counts).toMatchObject({ rejected: 1, changed: 0 });
    const third = await upload([header, ['FA-1', 'Boxed', 'Each', '5', 'BOX-6 (6), HALF']]);
    expect((await checkTable(keeper, third)).counts).toMatchObject({ unchanged: 1, rejected: 0 });
  });

  test('exports can be imported again: nothing changes', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { raw } = await keeper.call(products.export, { query: { format } });
      const read = await uploadTable(keeper, 'products', { name: `products.${format}`, content: raw });
      const { counts, row_count } = await checkTable(keeper, read);
      expect(row_count).toBeGreaterThan(0);
      expect(counts).toMatchObject({ unchanged: row_count, rejected: 0, changed: 0, new: 0 });
    }
  });

  test('a changed price is recorded, and undo restores product and barcodes', async () => {
    const first = await upload([
      ['SKU', 'Name', 'Unit', 'Price', 'Barcodes'],
      ['PR-1', 'Priced', 'Each', '5', 'A1'],
    ]);
    await checkTable(keeper, first);
    await commitTable(keeper, first.id);
    const second = await upload([
      ['SKU', 'Name', 'Unit', 'Price', 'Barcodes'],
      ['pr-1', 'Priced', 'Each', '6', 'A1, A2'],
    ]);
    expect((await checkTable(keeper, second)).counts).toMatchObject({ changed: 1 });
    await commitTable(keeper, second.id);
    const id = (await bySku('pr-1'))?.id ?? 0;
    const changed = (await keeper.call(products.get, { params: { id } })).reply;
    expect(changed.price_changes.map(({ price }) => price)).toEqual([600, 500]);
    expect(changed.barcodes.map(({ code }) => code)).toEqual(['A1', 'A2']);
    await keeper.call(imports.undo, { params: { id: second.id } });
    expect((await settled(keeper, second.id)).state).toBe('undone');
    const back = (await keeper.call(products.get, { params: { id } })).reply;
    expect([back.sku, back.price, back.barcodes.map(({ code }) => code)]).toEqual(['PR-1', 500, ['A1']]);
    expect((await keeper.call(products.list, { query: { search: 'A2' } })).reply.total).toBe(0);
    await keeper.call(imports.undo, { params: { id: first.id } });
    expect((await settled(keeper, first.id)).problem).toContain('“Priced” has since been changed');
  });
});

describe('L9 opening stock', () => {
  const rows = [
    ['SKU', 'Name', 'Unit', 'Price', 'Opening quantity', 'Opening unit cost', 'Standard cost'],
    ['OP-1', 'Opened one', 'Each', '5.00', '10', '1.2345', ''],
    ['OP-2', 'Opened two', 'Each', '5.00', '2.5', '', '4.00'],
    ['OP-3', 'Opened three', 'Each', '5.00', '', '', ''],
  ];

  test('I1 A2 A3 sets quantity and value, posts 1200 against 3900, and importing twice changes nothing', async () => {
    const [inventory, suspense] = [await balance('1200'), await balance('3900')];
    const read = await upload(rows, 'opening.csv');
    const checked = await checkTable(keeper, read);
    expect(checked.counts).toMatchObject({ new: 3, rejected: 0 });
    expect(await balance('1200')).toBe(inventory);
    await commitTable(keeper, read.id);
    expect(await bySku('OP-1')).toMatchObject({
      quantity: 10_000,
      stock_value: 1235,
      average_cost: '1.2350',
    });
    expect(await bySku('OP-2')).toMatchObject({ quantity: 2_500, stock_value: 1000 });
    expect(await balance('1200')).toBe(inventory + 2235);
    expect(await balance('3900')).toBe(suspense - 2235);
    expect(await breachesOf(shop.db)).toEqual([]);
    const again = await upload(rows, 'opening.csv');
    expect((await checkTable(keeper, again)).counts).toMatchObject({
      unchanged: 3,
      changed: 0,
      new: 0,
      rejected: 0,
    });
    const more = await upload([
      ['SKU', 'Opening quantity', 'Opening unit cost'],
      ['OP-1', '11', '1'],
      ['OP-3', '1', ''],
      ['OP-3', '', '2'],
    ]);
    await checkTable(keeper, more);
    expect(await reasonsOf(more.id)).toEqual({
      2: [
        'opening_quantity: This product already has stock. Adjust or count it instead of entering opening stock.',
      ],
      3: ['opening_unit_cost: Enter the unit cost, excluding VAT.'],
      4: ['opening_quantity: Enter the opening quantity at this cost.'],
    });
    await keeper.call(imports.undo, { params: { id: read.id } });
    expect(await settled(keeper, read.id)).toMatchObject({ state: 'undone', problem: null });
    expect(await balance('1200')).toBe(inventory);
    expect(await balance('3900')).toBe(suspense);
    expect(await bySku('OP-3')).toBeUndefined();
    expect(await breachesOf(shop.db)).toEqual([]);
    // A product with movements stays as archived; importing it again makes it available again, with its
    // stock.
    const third = await upload(rows, 'opening.csv');
    expect((await checkTable(keeper, third)).counts).toMatchObject({ new: 1, changed: 2, rejected: 0 });
    await commitTable(keeper, third.id);
    expect(await bySku('OP-1')).toMatchObject({ quantity: 10_000, stock_value: 1235, status: 'active' });
    expect(await breachesOf(shop.db)).toEqual([]);
  });

  test('D3 D5 the day must be open, and permission to adjust stock is required', async () => {
    const one = [rows[0] as string[], ['OP-9', 'Opened nine', 'Each', '1.00', '1', '1', '']];
    const read = await upload(one);
    expect(await checkTable(keeper, read, { opening_date: '2099-01-01' })).toMatchObject({
      state: 'mapping',
      problem: expect.stringContaining('cannot post to a future date'),
    });
    await expect(checkTable(keeper, read, { opening_date: '2020-01-01' })).rejects.toThrow(
      'Enter a reason for backdating this to 1 Jan 2020.',
    );
    expect(
      await checkTable(keeper, read, { opening_date: '2020-01-01', date_reason: 'Books began then' }),
    ).toMatchObject({ state: 'checked' });
    const clerk = await shop.as('create_product', 'edit_product');
    const own = await uploadTable(clerk, 'products', { name: 'own.csv', content: csvOf(one) });
    expect(own.mapping).toEqual({ sku: 0, name: 1, unit: 2, price: 3 });
    const refused = await clerk.call(imports.check, {
      params: { id: own.id },
      body: { mapping: { ...own.mapping, opening_quantity: 4 } },
    });
    expect([refused.status, refused.refusal.message]).toEqual([
      403,
      'You do not have permission to import the field Opening quantity. Skip its column.',
    ]);
    expect((await clerk.call(imports.get, { params: { id: read.id } })).status).toBe(403);
    await keeper.call(imports.discard, { params: { id: read.id } });
  });
});

describe('a real catalogue, with its quirks', () => {
  test('codes by case, several descriptions, charges, zero prices and remarks are told apart', async () => {
    const content = await readFile(
      join(import.meta.dirname, '../../../tests/fixtures/online-retail-sample.csv'),
    );
    const read = await uploadTable(keeper, 'products', { name: 'sample.csv', content });
    expect(read.mapping).toEqual({ sku: 0, name: 1, price: 2 });
    const checked = await checkTable(keeper, read, { default_unit_id: each, repeats: 'first' });
    expect(checked.counts).toMatchInlineSnapshot(`
      {
        "changed": 0,
        "new": 90,
        "rejected": 47,
        "repeated": 326,
        "unchanged": 0,
      }
    `);
    const { reply } = await keeper.call(imports.rows, {
      params: { id: read.id },
      query: { outcome: 'rejected' },
    });
    const reasons = reply.data.flatMap(row => row.errors.map(({ message }) => message));
    for (const text of [
      '“POSTAGE” looks like a charge, not goods. Enter no under Stocked, or skip the row.',
      '0.001 is less than a penny. Enter at least 0.01.',
      'Name is required.',
    ])
      expect(reasons).toContain(text);
    await commitTable(keeper, read.id);
    expect((await bySku('85123A'))?.name).toBe('WHITE HANGING HEART T-LIGHT HOLDER');
    const again = await uploadTable(keeper, 'products', { name: 'sample.csv', content });
    const twice = await checkTable(keeper, again, { default_unit_id: each, repeats: 'first' });
    expect(twice.counts).toEqual({
      ...checked.counts,
      new: 0,
      unchanged: checked.counts.unchanged + checked.counts.new,
    });
  });

  const whole = process.env.ONLINE_RETAIL;
  test.skipIf(!whole)('the whole catalogue (skipped without its file, ONLINE_RETAIL)', async () => {
    const content = await onlineRetailCatalogue(whole ?? '');
    const read = await uploadTable(keeper, 'products', { name: 'online retail.csv', content });
    const checked = await checkTable(keeper, read, { default_unit_id: each, repeats: 'first' });
    expect(checked.counts.rejected / read.row_count).toBeLessThan(0.1);
    expect(checked.counts.new).toBeGreaterThan(3000);
    await commitTable(keeper, read.id);
    const again = await uploadTable(keeper, 'products', { name: 'online retail.csv', content });
    expect(
      (await checkTable(keeper, again, { default_unit_id: each, repeats: 'first' })).counts,
    ).toMatchObject({
      new: 0,
      changed: 0,
      rejected: checked.counts.rejected,
    });
    expect(await breachesOf(shop.db)).toEqual([]);
  });
});
