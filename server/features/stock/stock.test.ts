import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';
import { products } from '#domain/products/product.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_stock', 'adjust_stock', 'view_cost', 'backdate');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const adjust = (reason: string, lines: readonly object[], more: object = {}, who = keeper) =>
  who.call(stockAdjustments.create, { body: { reason, lines, ...more } });

/** A product with ten in stock, worth £10.00. */
async function stocked(more: object = {}): Promise<number> {
  const id = await someProduct(app.db, more);
  const { status } = await adjust('found', [{ product_id: id, quantity: '10', value: '10.00' }]);
  expect(status).toBe(200);
  return id;
}
const levelOf = async (id: number) => {
  const { reply } = await keeper.call(stockLevels.list, { query: { per_page: '1000' } });
  return reply.data.find(row => row.id === id);
};
const held = async (id: number) => {
  const level = await levelOf(id);
  return [level?.quantity, level?.value];
};

test('I3 I7 lost stock goes out at average cost to account 5100, found stock comes in at average cost', async () => {
  const id = await stocked();
  const [inventory, shrinkage] = [await balanceOf(app.db, '1200'), await balanceOf(app.db, '5100')];
  const lost = await adjust('damaged', [{ product_id: id, quantity: '-3' }], { note: 'Dropped' });
  expect(lost.reply).toMatchObject({
    number: expect.stringMatching(/^ADJ-\d{5}$/),
    business_date: today,
    products: 1,
    value: -300,
  });
  expect(await held(id)).toEqual([7000, 700]);
  expect(await balanceOf(app.db, '1200')).toBe(inventory - 300);
  expect(await balanceOf(app.db, '5100')).toBe(shrinkage + 300);
  expect((await adjust('correction', [{ product_id: id, quantity: '1.5' }])).reply.value).toBe(150);
  expect(await held(id)).toEqual([8500, 850]);
  expect((await app.audits())[0]).toMatchObject({ action: 'posted', record_type: 'stock_adjustment' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I7 found stock comes in at the average, else the last known cost; a cost is entered only where none is known', async () => {
  const id = await stocked({ stock_policy: 'allow' });
  const found = (quantity: string, value?: string, who = keeper) =>
    adjust('found', [{ product_id: id, quantity, ...(value === undefined ? {} : { value }) }], {}, who);
  const blind = await app.as('adjust_stock');
  for (const who of [keeper, blind]) {
    const { status, refusal } = await found('1', '9.00', who);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['lines.0.value']]);
    expect(refusal.message).toContain('is known');
  }
  expect((await found('2')).reply.value).toBe(200);
  const sales = await balanceOf(app.db, '5000');
  await adjust('lost', [{ product_id: id, quantity: '-14' }]);
  // Below zero the last known cost counts, so making up for it leaves no variance (I10).
  expect((await found('4', '6.00')).status).toBe(422);
  expect((await found('4')).status).toBe(200);
  expect(await held(id)).toEqual([2000, 200]);
  expect((await balanceOf(app.db, '5000')) - sales).toBe(0);
  const unknown = await someProduct(app.db, { name: 'Never bought' });
  const bare = await adjust('found', [{ product_id: unknown, quantity: '2' }], {}, blind);
  expect([bare.status, Object.keys(bare.refusal.errors ?? {})]).toEqual([422, ['lines.0.value']]);
  const entered = [{ product_id: unknown, quantity: '2', value: '3.00' }];
  expect((await adjust('found', entered, {}, blind)).status).toBe(200);
  expect(await held(unknown)).toEqual([2000, 300]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('an adjustment is shown with its movements; value and journal only to users who can see them', async () => {
  const [one, other] = [await stocked({ name: 'Shown one' }), await stocked({ name: 'Shown two' })];
  const lines = [
    { product_id: other, quantity: '-2.5' },
    { product_id: one, quantity: '-1' },
  ];
  const { reply } = await adjust('damaged', lines, { note: 'Fell' });
  const ask = async (who: Caller) => who.call(stockAdjustments.get, { params: { id: reply.id } });
  const admin = await app.as('admin');
  const full = await ask(admin);
  expect(full.reply).toMatchObject({
    number: reply.number,
    note: 'Fell',
    value: -350,
    lines: [
      { line: 1, product: { id: other, name: 'Shown two' }, quantity: -2500, value: -250 },
      { line: 2, product: { id: one }, quantity: -1000, value: -100 },
    ],
  });
  const journal = await admin.call(journals.get, { params: { id: full.reply.journal_id ?? 0 } });
  expect(journal.reply).toMatchObject({
    amount: 350,
    document: { number: reply.number, link: `/stock/adjustments/${reply.id}` },
  });
  const moved = await keeper.call(stockMovements.list, { query: { search: reply.number } });
  expect(moved.reply.data[0]?.document.link).toBe(`/stock/adjustments/${reply.id}`);
  const blind = await ask(await app.as('adjust_stock'));
  expect([blind.status, blind.reply.journal_id]).toEqual([200, null]);
  expect(blind.raw.toString()).not.toContain('value');
  expect((await ask(await app.as('view_product'))).status).toBe(403);
  expect((await keeper.call(stockAdjustments.get, { params: { id: 999_999 } })).status).toBe(404);
});

test('a user with only the permission to adjust finds products, and sees whether one has a cost', async () => {
  await stocked({ name: 'Costed searched' });
  await someProduct(app.db, { name: 'Uncosted searched' });
  const blind = await app.as('adjust_stock');
  const { reply } = await blind.call(products.search, { query: { text: 'searched' } });
  expect(reply.data.map(({ name, is_cost_known }) => [name, is_cost_known])).toEqual([
    ['Costed searched', true],
    ['Uncosted searched', false],
  ]);
});

test('D5 the database itself refuses a document on a locked day, whatever the code misses', async () => {
  const supplier = await someSupplier(app.db);
  const { rows } = await sql<{ id: number }>`
    insert into purchase_orders (po_number, supplier_id, order_date, created_by, created_at, updated_at, total_pence)
    values ('PO-D5', ${supplier}, '2019-01-01', (select min(id) from users), now(), now(), 0) returning id`.execute(
    app.db,
  );
  const order = rows[0]?.id ?? 0;
  await sql`update books_lock set locked_through = '2019-06-30'`.execute(app.db);
  const by = sql`(select min(id) from users), now()`;
  const documents = (on: string) => [
    sql`insert into stock_adjustments (number, reason, business_date, posted_by, posted_at)
      values (${`D5-${on}`}, 'found', ${on}, ${by})`,
    sql`insert into goods_received_notes (number, purchase_order_id, business_date, value_pence, received_by, received_at)
      values (${`D5-${on}`}, ${order}, ${on}, 0, ${by})`,
    sql`insert into payments (supplier_id, payment_date, method, status, direction, amount_pence, business_date, created_by, created_at)
      values (${supplier}, ${on}, 'cash', 'completed', 'out', 1, ${on}, ${by})`,
  ];
  for (const insert of documents('2019-06-30'))
    await expect(insert.execute(app.db)).rejects.toMatchObject({ constraint: 'books_are_locked' });
  // Only the date is refused. Undone, so that the books stay consistent.
  await app.db
    .transaction()
    .execute(async tx => {
      for (const insert of documents('2019-07-01')) await insert.execute(tx);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  await sql`update books_lock set locked_through = null`.execute(app.db);
  await sql`delete from purchase_orders where id = ${order}`.execute(app.db);
});

test('I13 a write-down lowers only the value, at most to zero, and needs permission to see cost', async () => {
  const id = await stocked();
  expect((await adjust('write_down', [{ product_id: id, value: '4.00' }])).reply.value).toBe(-400);
  expect(await held(id)).toEqual([10_000, 600]);
  const tooMuch = await adjust('write_down', [{ product_id: id, value: '6.01' }]);
  expect([tooMuch.status, Object.keys(tooMuch.refusal.errors ?? {})]).toEqual([422, ['lines.0.value']]);
  const blind = await app.as('view_stock', 'adjust_stock');
  expect((await adjust('write_down', [{ product_id: id, value: '1.00' }], {}, blind)).status).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('invalid input is refused at its field, and nothing is posted', async () => {
  const id = await stocked();
  const free = await someProduct(app.db, { is_stocked: false });
  const before = await app.digest();
  for (const [field, reason, lines, more] of [
    ['lines.0.quantity', 'lost', [{ product_id: id, quantity: '-10.001' }]],
    ['lines.0.quantity', 'lost', [{ product_id: id, quantity: '1' }]],
    ['lines.0.quantity', 'found', [{ product_id: id, quantity: '-1' }]],
    ['lines.0.quantity', 'found', [{ product_id: id, quantity: '0' }]],
    ['lines.0.quantity', 'lost', [{ product_id: id }]],
    ['lines.0.value', 'lost', [{ product_id: id, quantity: '-1', value: '1.00' }]],
    ['lines.0.value', 'write_down', [{ product_id: id }]],
    ['lines.0.product_id', 'found', [{ product_id: 99_999_999, quantity: '1' }]],
    ['lines.0.product_id', 'found', [{ product_id: free, quantity: '1', value: '1.00' }]],
    [
      'lines.1.product_id',
      'lost',
      [
        { product_id: id, quantity: '-1' },
        { product_id: id, quantity: '-1' },
      ],
    ],
    ['lines', 'lost', []],
    ['reason', 'because', [{ product_id: id, quantity: '-1' }]],
    ['business_date', 'lost', [{ product_id: id, quantity: '-1' }], { business_date: addDays(today, 1) }],
    ['date_reason', 'lost', [{ product_id: id, quantity: '-1' }], { business_date: addDays(today, -2) }],
  ] as const) {
    const { status, refusal } = await adjust(reason, lines, more);
    expect([status, Object.keys(refusal.errors ?? {})], `${field} ${reason}`).toEqual([422, [field]]);
  }
  expect(await app.digest()).toBe(before);
});

test('I9 two at once cannot both take the last ones, and A12 numbers have no gaps', async () => {
  const id = await stocked();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => adjust('lost', [{ product_id: id, quantity: '-6' }])),
  );
  expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(422)]);
  expect(await held(id)).toEqual([4000, 400]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('levels filter by state and search, and show values only to users who can see cost', async () => {
  const low = await stocked({ sku: 'LEVEL-LOW', reorder_level: wholeUnits(10) });
  const out = await someProduct(app.db, { sku: 'LEVEL-OUT', standard_cost: toUnitCost('1') });
  const ask = async (query: Record<string, string>, who = keeper) =>
    (await who.call(stockLevels.list, { query })).reply.data.map(row => row.id);
  expect(await ask({ search: 'level-' })).toHaveLength(2);
  expect(await ask({ search: 'level-', stock_state: 'low' })).toEqual([low]);
  expect(await ask({ search: 'level-', stock_state: 'out' })).toEqual([out]);
  expect(await ask({ search: 'level-', stock_state: 'negative' })).toEqual([]);
  expect((await levelOf(low))?.average_cost).toBe('1.0000');
  const viewer = await app.as('view_stock');
  const { reply } = await viewer.call(stockLevels.list, { query: { search: 'level-' } });
  for (const key of ['value', 'average_cost']) expect(reply.data[0]).not.toHaveProperty(key);
  expect((await viewer.call(stockLevels.totals)).reply).not.toHaveProperty('value');
  const totals = (await keeper.call(stockLevels.totals)).reply;
  expect(totals.value).toBe(await balanceOf(app.db, '1200'));
  expect(totals.low).toBeGreaterThan(0);
});

test('I14 movements are listed newest first with document, reason, user and balance', async () => {
  const id = await stocked();
  const { reply: posted } = await adjust('own_use', [{ product_id: id, quantity: '-2' }], {
    note: 'Kitchen',
  });
  const viewer = await app.as('view_stock');
  const { reply } = await viewer.call(stockMovements.list, { query: { product_id: String(id) } });
  expect(reply.data.map(row => [row.quantity, row.quantity_after, row.reason])).toEqual([
    [-2000, 8000, 'Own use: Kitchen'],
    [10_000, 10_000, 'Found'],
  ]);
  expect(reply.data[0]).toMatchObject({ kind: 'adjustment', document: { number: posted.number } });
  expect(reply.data[0]).not.toHaveProperty('value');
  const byNumber = await viewer.call(stockMovements.list, { query: { search: posted.number.toLowerCase() } });
  expect(byNumber.reply.data.map(row => row.id)).toEqual([reply.data[0]?.id]);
});

test('R7 the valuation at a date is the sum of its movements and the balance of account 1200', async () => {
  const id = await someProduct(app.db, { sku: 'VALUED-1' });
  const back = { business_date: addDays(today, -20), date_reason: 'Found in the old store' };
  await adjust('found', [{ product_id: id, quantity: '3', value: '1.00' }], back);
  await adjust('lost', [{ product_id: id, quantity: '-1' }]);
  const asAt = async (as_at: string) => {
    const query = { as_at, search: 'VALUED-1' };
    const rows = (await keeper.call(stockValuation.list, { query })).reply.data;
    const totals = (await keeper.call(stockValuation.totals, { query: { as_at } })).reply;
    expect(totals.value).toBe(totals.account_balance);
    expect(totals.listed).toBeNull();
    // Of what is listed, beside the total that the account has.
    const listed = rows.reduce((sum, row) => sum + row.value, 0);
    expect((await keeper.call(stockValuation.totals, { query })).reply).toEqual({ ...totals, listed });
    return rows.map(row => [row.quantity, row.value, row.average_cost]);
  };
  expect(await asAt(addDays(today, -21))).toEqual([]);
  expect(await asAt(addDays(today, -20))).toEqual([[3000, 100, '0.3333']]);
  expect(await asAt(today)).toEqual([[2000, 67, '0.3350']]);
  expect((await (await app.as('view_stock')).call(stockValuation.totals)).status).toBe(403);
});

test.each([stockLevels, stockMovements, stockAdjustments, stockValuation])(
  'the list is exported',
  async list => {
    const { call } = await app.as('view_stock', 'view_cost', 'export_data');
    const { status, raw } = await call(list.export, { query: {} });
    expect(status).toBe(200);
    expect(raw.toString().split('\n').length).toBeGreaterThan(2);
  },
);
