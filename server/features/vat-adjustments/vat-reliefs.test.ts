import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { payments } from '#domain/payments/payment.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf, movedOn } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let reader: Caller;
let customer: number;
let now = new Date('2026-01-05T11:00:00Z');
// Sessions expire in between, so everyone signs in again.
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
  reader = await app.as('view_ledger');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  reader = await app.as('view_ledger');
  customer = await customerWithCredit(app.db, 100_000, 'Harbour Café');
});
afterAll(() => app.close());
const { products, sent, receive, bill } = orderDesk(() => ({ app, admin }));

const due = async (kind: ReliefKind) => (await reader.call(vatReliefs.list, { query: { kind } })).reply.data;
const post = (
  kind: ReliefKind,
  items: BodySent<typeof vatReliefs.post>['items'],
  account = '6800',
  who = admin,
) => who.call(vatReliefs.post, { body: { kind, account, items } });
const boxesOf = async (to: string) => {
  const { reply } = await reader.call(vatReturns.get, { query: { to } });
  const { box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9, is_reclaim } = reply;
  return [box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9, is_reclaim];
};

test('F62 V26 a written-off debt is listed more than six months after its due date, with the VAT of the loss', async () => {
  const product = await stockedProduct(app.db, { pieces: '500' });
  // 100 units at £2.00 and 20% VAT: £240.00, due after thirty days on 4 February.
  const sale = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: '100' }],
      expected_total: '240.00',
      tenders: [{ method: 'account', tendered: '240.00' }],
    },
  });
  expect(sale.reply).toMatchObject({ net: 20_000, vat: 4_000, gross: 24_000 });
  await on('2026-03-02');
  const params = { id: customer };
  const paid = { amount: '60.00', payment_method: 'bank_transfer' } as const;
  expect((await admin.call(customerWallet.receive, { params, body: paid })).status).toBe(200);
  await on('2026-08-04');
  expect(await due('claim')).toEqual([]);
  const lost = { kind: 'write_off', amount: '180.00', reason: 'In liquidation' } as const;
  expect((await admin.call(customerWallet.adjust, { params, body: lost })).status).toBe(200);
  // Six months after 4 February is 4 August; relief needs debts older than that.
  expect(await due('claim')).toEqual([]);
  await on('2026-08-05');
  expect(await due('claim')).toMatchObject([
    {
      party: { name: 'Harbour Café' },
      document: { number: sale.reply.number, link: `/sales/invoices/${sale.reply.id}` },
      due_on: '2026-02-04',
      claim_by: '2030-08-04',
      gross: 24_000,
      vat: 4_000,
      base: 18_000,
      change_gross: 18_000,
      // 40.00 × 180 / 240.
      change_vat: 3_000,
    },
  ]);
  await on('2030-08-05');
  expect(await due('claim')).toEqual([]);
  await on('2026-08-05');
});

test('F62 V26 relief is claimed once, in box 4 against bad debts, even by concurrent requests', async () => {
  const [debt] = await due('claim');
  const items = [{ item_id: debt?.item_id ?? 0 }];
  expect((await post('claim', items, '6800', reader)).status).toBe(403);
  expect((await post('claim', [...items, ...items])).refusal.errors).toHaveProperty(['items.1.item_id']);
  expect((await post('claim', [{ ...items[0], item_id: debt?.item_id ?? 0, gross: '1.00' }])).status).toBe(
    422,
  );
  const moved = await movedOn(app.db, ['2200', '2201', '6800'], async () => {
    const two = await Promise.all([post('claim', items), post('claim', items)]);
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
  expect(moved).toEqual([0, 3_000, -3_000]);
  expect(await boxesOf('2026-09-30')).toEqual([0, 0, 0, 3_000, 3_000, 0, 0, 0, 0, true]);
  expect(await due('claim')).toEqual([]);
  const again = await post('claim', items);
  expect([again.status, again.refusal.errors?.['items.0.item_id']?.[0]]).toEqual([
    422,
    `No VAT is due on ${debt?.document.number}. Refresh the list.`,
  ]);
  const { data } = (await reader.call(vatAdjustments.list)).reply;
  expect(data).toMatchObject([{ reason: 'bad_debt_relief', box_4: 3_000, net: 15_000 }]);
  const shown = await reader.call(vatAdjustments.get, { params: { id: data[0]?.id ?? 0 } });
  expect(shown.reply.reliefs).toMatchObject([{ party: { name: 'Harbour Café' }, gross: 18_000, vat: 3_000 }]);
  // The database, too, refuses a second relief.
  await expect(
    sql`insert into vat_relief_lines (adjustment_id, item_id, is_reversal, gross_pence, vat_pence)
      select adjustment_id, item_id, true, gross_pence, vat_pence from vat_relief_lines`.execute(app.db),
  ).rejects.toMatchObject({ constraint: 'vat_reliefs_are_never_above_the_debt' });
  expect(await breachesOf(app.db)).toEqual([]);
});

/** The adjustments that the preview of one entered by hand names as repeated, with their documents. */
async function repeatedBy(
  reason: 'bad_debt_relief' | 'unpaid_bills' | 'error_correction',
  boxes: { box_1?: string; box_4?: string },
) {
  const query = { business_date: '2026-08-21', reason, ...boxes };
  const { reply } = await reader.call(vatAdjustments.preview, { query });
  return reply.repeated.map(({ number, documents }) => [number, ...documents]);
}

test('V26 V27 the preview of relief entered by hand names what the list has claimed, or a colleague by hand', async () => {
  const [claim] = (await reader.call(vatAdjustments.list)).reply.data;
  const named = [claim?.number, (await due('return'))[0]?.document.number];
  expect(await repeatedBy('bad_debt_relief', { box_4: '30.00' })).toEqual([named]);
  expect(await repeatedBy('bad_debt_relief', { box_4: '30.01' })).toEqual([]);
  expect(await repeatedBy('bad_debt_relief', { box_1: '30.00' })).toEqual([]);
  expect(await repeatedBy('error_correction', { box_4: '30.00' })).toEqual([]);
  const body = { reason: 'bad_debt_relief', box_4: '30.00', account: '6800', description: 'INV-1' } as const;
  const { reply } = await admin.call(vatAdjustments.create, { body });
  expect(await repeatedBy('bad_debt_relief', { box_4: '30.00' })).toEqual([[reply.number], named]);
  const reversed = { params: { id: reply.id }, body: { reason: 'Claimed already' } };
  expect((await admin.call(vatAdjustments.reverse, reversed)).status).toBe(200);
  expect(await repeatedBy('bad_debt_relief', { box_4: '30.00' })).toEqual([named]);
});

test('F62 V26 a later payment by the customer returns its relief in box 1, and reversals go in order', async () => {
  const [debt] = await due('return');
  expect(debt).toMatchObject({ relieved_gross: 18_000, relieved_vat: 3_000, change_gross: 0 });
  const item_id = debt?.item_id ?? 0;
  expect((await post('return', [{ item_id }])).status).toBe(422);
  expect((await post('return', [{ item_id, gross: '180.01' }])).refusal.message).toContain('at most £180.00');
  const { reply } = await post('return', [{ item_id, gross: '90.00' }]);
  // Half of the relief: 40.00 × 90 / 240 = 15.00 stays, 15.00 is returned.
  expect(reply).toMatchObject({ box_1: 1_500, box_4: 0, reliefs: [{ gross: -9_000, vat: -1_500 }] });
  expect(await boxesOf('2026-09-30')).toEqual([1_500, 0, 1_500, 3_000, 1_500, 0, 0, 0, 0, true]);
  expect(await due('return')).toMatchObject([{ relieved_gross: 9_000, relieved_vat: 1_500 }]);
  // Relief claimed and returned is not claimed a second time.
  expect(await due('claim')).toEqual([]);
  const claim =
    (await reader.call(vatAdjustments.list, { query: { sort_by: 'number' } })).reply.data[0]?.id ?? 0;
  const reverse = (id: number) =>
    admin.call(vatAdjustments.reverse, { params: { id }, body: { reason: 'Wrong' } });
  const early = await reverse(claim);
  expect([early.status, early.refusal.message]).toEqual([
    409,
    expect.stringContaining('Reverse the later adjustment first.'),
  ]);
  expect((await reverse(reply.id)).status).toBe(200);
  expect((await reverse(claim)).status).toBe(200);
  expect(await boxesOf('2026-09-30')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, false]);
  expect(await due('claim')).toMatchObject([{ item_id, change_vat: 3_000 }]);
  expect(await repeatedBy('bad_debt_relief', { box_4: '30.00' })).toEqual([]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F62 V26 input tax of a bill unpaid six months after its due date is repaid, and reclaimed once paid', async () => {
  await on('2026-01-06');
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  // £10.00 and £2.00 of VAT.
  const billed = await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    bill_date: '2026-01-06',
  });
  expect(billed.status).toBe(200);
  const pay = (amount: string) =>
    admin.call(payments.create, {
      body: {
        supplier_id: order.supplier.id,
        amount,
        payment_method: 'bank_transfer',
        allocations: [{ purchase_order_id: order.id, amount }],
      },
    });
  await on('2026-02-02');
  expect((await pay('3.00')).status).toBe(200);
  await on('2026-07-05');
  expect(await due('repay')).toEqual([]);
  await on('2026-08-20');
  // Of £12.00 £9.00 is unpaid: 2.00 × 9 / 12.
  const [unpaid] = await due('repay');
  expect(unpaid).toMatchObject({
    gross: 1_200,
    vat: 200,
    base: 900,
    change_gross: 900,
    change_vat: 150,
    claim_by: null,
  });
  const items = [{ item_id: unpaid?.item_id ?? 0 }];
  expect((await post('repay', items, '2201')).refusal.errors).toHaveProperty('account');
  const repaid = await movedOn(app.db, ['2201', '6910'], () => post('repay', items, '6910'));
  expect(repaid).toEqual([-150, 150]);
  expect(await repeatedBy('unpaid_bills', { box_4: '-1.50' })).toMatchObject([
    [expect.stringContaining('VADJ'), unpaid?.document.number],
  ]);
  expect(await repeatedBy('unpaid_bills', { box_4: '1.50' })).toEqual([]);
  expect(await due('repay')).toEqual([]);
  expect((await post('repay', items, '6910')).status).toBe(422);
  expect(await boxesOf('2026-09-30')).toEqual([0, 0, 0, -150, 150, 0, 0, 0, 0, false]);
  expect((await pay('6.00')).status).toBe(200);
  // £3.00 is still unpaid and keeps 2.00 × 3 / 12 = 0.50 repaid.
  expect(await due('reclaim')).toMatchObject([{ change_gross: 600, change_vat: 100 }]);
  expect((await post('reclaim', items, '6910')).reply).toMatchObject({ reason: 'unpaid_bills', box_4: 100 });
  expect((await pay('3.00')).status).toBe(200);
  expect((await post('reclaim', items, '6910')).reply).toMatchObject({ box_4: 50 });
  expect(await due('reclaim')).toEqual([]);
  expect(await boxesOf('2026-09-30')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, false]);
  const exporter = await app.as('view_ledger', 'export_data');
  expect((await exporter.call(vatReliefs.export, { query: { kind: 'claim' } })).raw.toString()).toContain(
    '30.00',
  );
  expect(await breachesOf(app.db)).toEqual([]);
});
