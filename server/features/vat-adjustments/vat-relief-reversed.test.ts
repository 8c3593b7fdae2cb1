import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-01-06T11:00:00Z');
// Sessions expire in between, so everyone signs in again.
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
const { products, sent, receive, bill, pay } = orderDesk(() => ({ app, admin }));

/** A bill of £12.00 with £2.00 of VAT of 6 January, due on 5 February. */
async function unpaidBill(): Promise<Order> {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    bill_date: '2026-01-06',
  });
  expect(billed.status).toBe(200);
  return order;
}
let first: Order;
let second: Order;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  first = await unpaidBill();
  second = await unpaidBill();
});
afterAll(() => app.close());

const itemOf = async (order: Order, as_at: string) =>
  (await admin.call(vatReliefs.list, { query: { kind: 'repay', as_at } })).reply.data.find(
    row => row.party.id === order.supplier.id,
  )?.item_id ?? 0;
const post = (
  kind: ReliefKind,
  item_id: number,
  day: string,
  more: Partial<BodySent<typeof vatReliefs.post>> = {},
) =>
  admin.call(vatReliefs.post, {
    body: {
      kind,
      account: '6910',
      items: [{ item_id }],
      business_date: day,
      date_reason: 'The return of the quarter',
      ...more,
    },
  });
const reverse = async (id: number) => {
  const body = { reason: 'Wrong account' };
  expect((await admin.call(vatAdjustments.reverse, { params: { id }, body })).status).toBe(200);
};
const box4 = async (...days: string[]) => {
  const boxes: number[] = [];
  for (const to of days) boxes.push((await admin.call(vatReturns.get, { query: { to } })).reply.box_4);
  return boxes;
};

test('V24 V26 input tax repaid to the wrong account and reversed is repaid again for the quarter, though the bill is paid', async () => {
  await on('2026-09-20');
  const item = await itemOf(first, '2026-09-20');
  const wrong = await post('repay', item, '2026-09-20', { account: '6800' });
  expect(wrong.reply).toMatchObject({ box_4: -200 });
  await on('2026-10-05');
  expect((await pay(first, '12.00')).status).toBe(200);
  await reverse(wrong.reply.id);
  // The reversal has the tax point of 20 September.
  expect(await box4('2026-09-30', '2026-12-31')).toEqual([0, 0]);
  const again = await post('repay', item, '2026-09-30');
  expect([again.status, again.refusal?.errors]).toEqual([200, undefined]);
  expect((await post('repay', item, '2026-09-30')).status).toBe(422);
  expect((await post('reclaim', item, '2026-10-05')).reply).toMatchObject({ box_4: 200 });
  expect(await box4('2026-09-30', '2026-12-31')).toEqual([-200, 200]);
  // What stands still comes first.
  const early = await post('repay', item, '2026-09-30');
  expect(early.refusal.errors?.business_date?.[0]).toContain('was last adjusted on 5 Oct 2026');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V25 V26 the reversal of a repayment in a filed return is in the next one, where the repayment is posted again', async () => {
  await on('2026-10-06');
  const item = await itemOf(second, '2026-09-30');
  const wrong = await post('repay', item, '2026-09-30', { account: '6800' });
  expect(wrong.reply).toMatchObject({ box_4: -200 });
  for (const to of ['2026-03-31', '2026-06-30', '2026-09-30'])
    expect((await admin.call(vatReturns.file, { body: { to } })).status).toBe(200);
  await on('2027-01-05');
  expect((await pay(second, '12.00')).status).toBe(200);
  await on('2027-01-06');
  const quarters = ['2026-09-30', '2026-12-31', '2027-03-31'];
  // £2.00 of each bill, and £2.00 of the first reclaimed in October.
  expect(await box4(...quarters)).toEqual([-400, 200, 0]);
  await reverse(wrong.reply.id);
  expect(await box4(...quarters)).toEqual([-400, 400, 0]);
  // The bill was unpaid until January, so December must not have its VAT back.
  expect((await post('repay', item, '2026-12-31')).reply).toMatchObject({ box_4: -200 });
  expect((await post('reclaim', item, '2027-01-05')).reply).toMatchObject({ box_4: 200 });
  expect(await box4(...quarters)).toEqual([-400, 200, 200]);
  expect(await breachesOf(app.db)).toEqual([]);
});
