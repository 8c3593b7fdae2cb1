import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { breachesOf } from '../../../tests/support/books';
import { shopFloor, stockedProduct } from '../../../tests/support/shop';
import { openTill } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let keeper: Caller;
let seller: Caller;
let till: number;
let tea: number;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_setting', 'edit_setting');
  seller = await app.as('view_pos', 'create_sale', 'view_sale');
  till = await openTill(app.db);
  tea = await stockedProduct(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller, till }));
const sell = async () => (await sold([{ product_id: tea, quantity: '1' }], 240)).number;

const rowOf = async (series: string) => {
  const { reply } = await keeper.call(numbering.list);
  const row = reply.data.find(candidate => candidate.series === series);
  if (!row) throw new Error(`There is no series ${series}`);
  return row;
};
const save = (body: object) => keeper.call(numbering.save, { body: { series: 'INV', ...body } });

test('V22 invoices continue with another prefix and from a higher number, issued ones stay, and all checks of the books pass', async () => {
  expect(await rowOf('INV')).toEqual({
    series: 'INV',
    name: 'Invoices',
    prefix: 'INV-',
    next_number: 1,
    example: 'INV-00001',
    passed_over: 0,
    version: 1,
  });
  expect([await sell(), await sell()]).toEqual(['INV-00001', 'INV-00002']);
  const { reply } = await save({ prefix: 'shop-', next_number: 4512, version: 1 });
  expect(reply).toMatchObject({ prefix: 'SHOP-', example: 'SHOP-04512', passed_over: 4509, version: 2 });
  expect((await app.audits())[0]).toEqual({
    action: 'edited',
    record_type: 'setting',
    record_id: null,
    record_name: 'Numbering: invoices',
    before: { prefix: 'INV-', next_number: 3, passed_over: 0 },
    after: { prefix: 'SHOP-', next_number: 4512, passed_over: 4509 },
  });
  expect(await breachesOf(app.db)).toEqual([]);
  expect([await sell(), await sell()]).toEqual(['SHOP-04512', 'SHOP-04513']);
  expect(await breachesOf(app.db)).toEqual([]);
  // Back to the first prefix: numbering continues.
  await save({ prefix: 'INV-', next_number: 4514 });
  expect(await sell()).toBe('INV-04514');
  const { reply: catalogue } = await seller.call(pos.catalogue, { query: {} });
  expect(catalogue.head?.number_prefixes, 'which tills scan').toEqual({
    sales: ['INV-', 'SHOP-', 'CN-'],
    payments: ['RCT-'],
  });
  expect(await breachesOf(app.db)).toEqual([]);
  for (const typed of ['4512', 'inv4512', 'shop-04512'])
    expect((await seller.call(sales.find, { query: { number: typed } })).reply.number).toBe('SHOP-04512');
});

test('V22 A12 a missing number is found, also behind skipped numbers', async () => {
  await sql`alter table number_series disable trigger number_series_have_no_gap`.execute(app.db);
  const move = (by: number) =>
    sql`update number_series set last_number = last_number + ${by} where series = 'INV'`.execute(app.db);
  await move(1);
  expect((await breachesOf(app.db)).join()).toContain('Series INV');
  await move(-1);
  await sql`alter table number_series enable trigger number_series_have_no_gap`.execute(app.db);
  expect(await breachesOf(app.db)).toEqual([]);
});

test.each([
  ['an issued number', { prefix: 'INV-', next_number: 4514 }, 'next_number'],
  ['a prefix of another series', { prefix: 'CN-', next_number: 9000 }, 'prefix'],
  ['a prefix that ends in a digit', { prefix: 'INV2026', next_number: 9000 }, 'prefix'],
  ['a prefix with a slash', { prefix: 'INV/', next_number: 9000 }, 'prefix'],
  ['no prefix', { prefix: '', next_number: 9000 }, 'prefix'],
  ['an unknown series', { series: 'constructor', prefix: 'A-', next_number: 1 }, 'series'],
])('V22 %s is refused at its field, and nothing changes', async (_, body, field) => {
  const before = await app.digest();
  const { status, refusal } = await save(body);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('a prefix once used by one series is never accepted for another', async () => {
  const { status, refusal } = await save({ series: 'QUO', prefix: 'SHOP-', next_number: 1 });
  expect([status, refusal.errors?.prefix?.[0]]).toEqual([
    422,
    'The prefix SHOP- is already used for invoices. Choose another.',
  ]);
  expect((await save({ series: 'QUO', prefix: 'OFFER-', next_number: 1, version: 9 })).status).toBe(409);
});

test('V22 the database refuses an unexplained jump', async () => {
  const refused = (set: string) =>
    expect(sql.raw(`update number_series set ${set}`).execute(app.db)).rejects.toThrow();
  await refused('last_number = last_number + 2');
  await refused("last_number = last_number + 1, prefix = 'X-'");
  await refused('version = version + 1, last_number = last_number + 5');
  await refused('version = version + 1, last_number = last_number - 1, passed_over = passed_over - 1');
  await expect(sql`delete from number_prefixes`.execute(app.db)).rejects.toThrow('append-only');
});

test('while numbers are being issued the series can be moved, and none is issued twice', async () => {
  const { next_number } = await rowOf('INV');
  const [moved, ...numbers] = await Promise.all([
    save({ prefix: 'INV-', next_number: next_number + 100 }),
    ...Array.from({ length: 6 }, () => sell()),
  ]);
  expect(moved.status).toBe(200);
  expect(new Set(numbers).size).toBe(6);
  expect(await breachesOf(app.db)).toEqual([]);
});
