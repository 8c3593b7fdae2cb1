import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { breachesOf } from '../../../../tests/support/books';
import { someCounting } from '../../../../tests/support/stocktakes';
import type { PaidSent } from '../../../../tests/support/paid-sales';
import { openTill, type SaleSent, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let manager: Caller;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.as('approve_variance', 'view_pos', 'create_sale', 'view_sale');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sent } = shopFloor(() => ({ app, seller, till }));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** With the time of sending, which proves the day of a sale made just before midnight. */
const paid = (product_id: number, more: Partial<SaleSent> = {}): PaidSent => ({
  ...sent([{ product_id, quantity: '1' }], 240, {
    was_offline: true,
    sold_at: minutesAgo(5).toISOString(),
    ...more,
  }),
  sent_at: new Date().toISOString(),
});

/** The exceptions of a sale that arrives now. */
async function recorded(body: PaidSent) {
  const { status, reply, refusal } = await seller.call(sales.recordPaid, { body });
  if (status !== 200 || !reply.sale) throw new Error(JSON.stringify(refusal ?? reply));
  const { exceptions } = (await manager.call(sales.get, { params: { id: reply.sale.id } })).reply;
  expect(await breachesOf(app.db)).toEqual([]);
  return { kinds: exceptions.map(({ kind }) => kind), words: exceptions.map(({ words }) => words) };
}

test('I8 F23 a paid sale that arrives after its goods were counted is listed, unless it was sold after the count', async () => {
  const on = await someCounting(app);
  const [counted, open, other] = [
    await stockedProduct(app.db, { pieces: '10', name: 'Counted tea' }),
    await stockedProduct(app.db, { pieces: '10', name: 'Tea still counted' }),
    await stockedProduct(app.db, { pieces: '10' }),
  ];
  // Of ten, one was sold offline five minutes ago: nine are on the shelf.
  const posted = await on.started([counted]);
  await on.count(posted, counted, '9');
  expect((await on.post(posted)).status).toBe(200);
  const counting = await on.started([open]);
  await on.count(counting, open, '9');
  // Counted once more, from the stock that the first stocktake corrected.
  const second = await on.started([counted]);
  await on.count(second, counted, '9');
  expect((await on.post(second)).status).toBe(200);
  const late = await recorded(paid(counted));
  expect([late.kinds, late.words[0]]).toEqual([
    ['counted'],
    expect.stringMatching(
      /^Counted tea was counted on .+ in [A-Z]+-\d+, before this sale arrived, so the stocktake took what was sold for missing\. Correct its stock\.$/,
    ),
  ]);
  const again = await recorded(paid(open));
  expect(again.words[0]).toMatch(/takes what was sold for missing\. Count it again\.$/);
  expect((await recorded(paid(other))).kinds).toEqual([]);
  const after = await recorded(paid(counted, { sold_at: new Date().toISOString() }));
  expect(after.kinds).toEqual([]);
});

test('I8 A13 a stocktake that was reversed took nothing for missing, so a sale that arrives later is not listed', async () => {
  const on = await someCounting(app);
  const product = await stockedProduct(app.db, { pieces: '10' });
  const id = await on.started([product]);
  await on.count(id, product, '9');
  expect((await on.post(id)).status).toBe(200);
  const body = { reason: 'A sale had not arrived' };
  expect((await on.keeper.call(stockCounts.reverse, { params: { id }, body })).status).toBe(200);
  expect((await recorded(paid(product))).kinds).toEqual([]);
  // Of ten, the one that was sold is gone.
  expect((await on.held(product))[0]).toBe(9000);
});

test('I8 a stocktake in progress names the sales that tills have not sent', async () => {
  const on = await someCounting(app);
  const product = await stockedProduct(app.db);
  const id = await on.started([product]);
  const unsent = async () => (await on.keeper.call(stockCounts.get, { params: { id } })).reply.unsent_sales;
  expect(await unsent()).toBe(0);
  const device_id = randomUUID();
  const checkIn = (held: object[]) =>
    seller.call(pos.checkIn, { body: { device_id, register_id: null, unsent: held as never } });
  const one = { session_id: till, sales: 3, amount: '7.20', oldest_at: minutesAgo(9).toISOString() };
  expect((await checkIn([one])).status).toBe(200);
  expect(await unsent()).toBe(3);
  await on.count(id, product, '100');
  const { reply } = await on.post(id);
  expect(reply, 'once posted, it is too late').toMatchObject({ status: 'posted', unsent_sales: 0 });
  await checkIn([]);
});

test('I8 a stocktake in progress names the paid sales that could not be posted, until they are resolved', async () => {
  const on = await someCounting(app);
  const product = await stockedProduct(app.db);
  const id = await on.started([product]);
  const warned = async () => {
    const { unsent_sales, kept_sales } = (await on.keeper.call(stockCounts.get, { params: { id } })).reply;
    return [unsent_sales, kept_sales];
  };
  expect(await warned()).toEqual([0, 0]);
  // £2.00 of £2.40 was paid, so it is kept and its goods are still in stock.
  const short = { tenders: [{ method: 'cash', tendered: '2.00' }] } satisfies Partial<SaleSent>;
  for (const body of [paid(product, short), paid(product, short)])
    expect((await seller.call(sales.recordPaid, { body })).reply.kept).toBe('£0.40 is still due.');
  expect(await warned()).toEqual([0, 2]);
  const { data } = (await manager.call(saleExceptions.list, { query: { kind: 'not_booked', state: 'open' } }))
    .reply;
  const review = (at: number) =>
    manager.call(saleExceptions.review, {
      params: { id: data[at]?.id ?? 0 },
      body: { note: 'Entered as INV-00099' },
    });
  expect((await review(0)).status).toBe(200);
  expect(await warned()).toEqual([0, 1]);
  await on.count(id, product, '100');
  const { reply } = await on.post(id);
  expect(reply, 'once posted, it is too late').toMatchObject({ status: 'posted', kept_sales: 0 });
  expect((await review(1)).status).toBe(200);
});
