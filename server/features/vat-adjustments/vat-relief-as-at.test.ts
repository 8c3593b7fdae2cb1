import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-01-06T11:00:00Z');
// Sessions expire in between, so everyone signs in again.
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());
const { products, sent, receive, bill, pay } = orderDesk(() => ({ app, admin }));

/** A bill of £1,200.00 with £200.00 of VAT of 6 January, due on 5 February: its VAT is to be repaid after 5 August. */
async function unpaidBill() {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '1000' }]);
  await receive(order.id);
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '1000' }], {
    bill_date: '2026-01-06',
  });
  expect(billed.status).toBe(200);
  return order;
}
const due = async (party: number, day: { as_at?: string } = {}) =>
  (await admin.call(vatReliefs.list, { query: { kind: 'repay', ...day } })).reply.data.filter(
    row => row.party.id === party,
  );
const box4 = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply.box_4;

test('V24 V26 the list of a past day has a bill that was paid since, in the list, its file and the adjustment', async () => {
  const paid = await unpaidBill();
  const half = await unpaidBill();
  await on('2026-10-05');
  expect((await pay(paid, '1200.00')).status).toBe(200);
  expect((await pay(half, '600.00')).status).toBe(200);
  await on('2026-10-06');
  // Today nothing is unpaid of the one, and half of the other: half of £200.00.
  expect(await due(paid.supplier.id)).toEqual([]);
  expect(await due(half.supplier.id)).toMatchObject([{ base: 60_000, change_vat: 10_000 }]);
  const quarter = { as_at: '2026-09-30' };
  const all = { gross: 120_000, vat: 20_000, base: 120_000, change_gross: 120_000, change_vat: 20_000 };
  const [first] = await due(paid.supplier.id, quarter);
  const [second] = await due(half.supplier.id, quarter);
  expect([first, second]).toMatchObject([all, all]);
  // Six months after 5 February are over on 6 August.
  expect(await due(paid.supplier.id, { as_at: '2026-08-05' })).toEqual([]);
  expect(await due(paid.supplier.id, { as_at: '2026-08-06' })).toMatchObject([all]);
  const file = await admin.call(vatReliefs.export, { query: { kind: 'repay', ...quarter } });
  const rows = file.raw.toString().trim().split(/\r?\n/).slice(1);
  expect(rows.map(row => row.split(',').at(-2))).toEqual(['200.00', '200.00']);
  const posted = await admin.call(vatReliefs.post, {
    body: {
      kind: 'repay',
      account: '6910',
      business_date: '2026-09-30',
      date_reason: 'The return of the quarter',
      items: [{ item_id: first?.item_id ?? 0 }, { item_id: second?.item_id ?? 0 }],
    },
  });
  expect(posted.reply).toMatchObject({
    box_4: -40_000,
    reliefs: [
      { gross: 120_000, vat: 20_000 },
      { gross: 120_000, vat: 20_000 },
    ],
  });
  expect([await box4('2026-09-30'), await box4('2026-12-31')]).toEqual([-40_000, 0]);
  expect(await due(paid.supplier.id, quarter)).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V26 the list is of today at the latest, and says so', async () => {
  await on('2026-10-06');
  const ask = async (as_at: string) => {
    const query = { kind: 'repay', as_at } as const;
    const [list, file] = [
      await admin.call(vatReliefs.list, { query }),
      await admin.call(vatReliefs.export, { query }),
    ];
    return [list.status, list.refusal?.errors, file.status];
  };
  expect(await ask('2026-10-06')).toEqual([200, undefined, 200]);
  expect(await ask('2026-10-07')).toEqual([422, { as_at: ['Choose 6 Oct 2026 or earlier.'] }, 422]);
  expect(await ask('30/09/2026')).toMatchObject([422, { as_at: [expect.any(String)] }, 422]);
  expect(await ask('0001-01-01')).toEqual([200, undefined, 200]);
});
