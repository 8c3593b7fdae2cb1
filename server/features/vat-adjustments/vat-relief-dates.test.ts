import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { payments } from '#domain/payments/payment.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { breachesOf } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-01-01T11:00:00Z');
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
const { products, sent, receive, bill } = orderDesk(() => ({ app, admin }));

const late = (day: string) => ({ business_date: day, date_reason: 'The return of the quarter' });
const post = (kind: ReliefKind, item_id: number, more: Partial<BodySent<typeof vatReliefs.post>> = {}) =>
  admin.call(vatReliefs.post, { body: { kind, account: '6800', items: [{ item_id }], ...more } });
const due = async (kind: ReliefKind, party: number, day: { as_at?: string } = {}) =>
  (await admin.call(vatReliefs.list, { query: { kind, ...day } })).reply.data.filter(
    row => row.party.id === party,
  );
const box4 = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply.box_4;
const refusalOf = ({ status, refusal }: { status: number; refusal?: { errors?: unknown } }) => [
  status,
  refusal?.errors,
];

/** £1,200.00 with £200.00 of VAT on account since 1 January, due on 31 January: relief is due after 31 July. */
async function debtor(name: string) {
  await on('2026-01-01');
  const id = await customerWithCredit(app.db, 1_000_000, name);
  const product = await stockedProduct(app.db, { pieces: '500' });
  const { reply } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: id,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: '500' }],
      expected_total: '1200.00',
      tenders: [{ method: 'account', tendered: '1200.00' }],
    },
  });
  expect(reply).toMatchObject({ vat: 20_000, gross: 120_000, due_on: '2026-01-31' });
  return { id, number: reply.number };
}
const writeOff = async (id: number, amount: string) => {
  const body = { kind: 'write_off', amount, reason: 'In liquidation' } as const;
  expect((await admin.call(customerWallet.adjust, { params: { id }, body })).status).toBe(200);
  const statement = await admin.call(wallets.customer.statement, { params: { id } });
  return statement.reply.entries.findLast(({ kind }) => kind === 'write_off')?.write_off?.id ?? 0;
};

test('V24 V26 relief on a bad debt is not claimed in a quarter before the debt was written off', async () => {
  const { id, number } = await debtor('Never paid');
  await on('2026-10-05');
  await writeOff(id, '1200.00');
  await on('2026-10-06');
  const [debt] = await due('claim', id);
  expect(debt).toMatchObject({ change_vat: 20_000 });
  const item = debt?.item_id ?? 0;
  const before = await app.digest();
  expect(refusalOf(await post('claim', item, late('2026-09-30')))).toEqual([
    422,
    { business_date: [`No VAT was due on ${number} on 30 Sep 2026. Enter a later date.`] },
  ]);
  expect(await app.digest()).toBe(before);
  expect([await box4('2026-09-30'), await box4('2026-12-31')]).toEqual([0, 0]);
  expect((await post('claim', item, late('2026-10-05'))).status).toBe(200);
  expect([await box4('2026-09-30'), await box4('2026-12-31')]).toEqual([0, 20_000]);
  expect(await due('claim', id)).toEqual([]);
});

test('V24 V26 of a debt written off in two quarters, each quarter claims its own part', async () => {
  const { id } = await debtor('Lost in two parts');
  await on('2026-09-01');
  await writeOff(id, '600.00');
  await on('2026-10-05');
  await writeOff(id, '600.00');
  const [debt] = await due('claim', id);
  expect(debt).toMatchObject({ base: 120_000, change_vat: 20_000 });
  // By the end of September half of it was lost, in August nothing.
  expect(await due('claim', id, { as_at: '2026-09-30' })).toMatchObject([
    { base: 60_000, change_gross: 60_000, change_vat: 10_000 },
  ]);
  expect(await due('claim', id, { as_at: '2026-08-31' })).toEqual([]);
  const [before, open] = [await box4('2026-09-30'), await box4('2026-12-31')];
  // Half of £200.00.
  const first = await post('claim', debt?.item_id ?? 0, late('2026-09-30'));
  expect(first.reply).toMatchObject({ box_4: 10_000, reliefs: [{ gross: 60_000, vat: 10_000 }] });
  expect((await post('claim', debt?.item_id ?? 0)).reply).toMatchObject({ box_4: 10_000 });
  expect([await box4('2026-09-30'), await box4('2026-12-31')]).toEqual([before + 10_000, open + 10_000]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V24 V26 reversing a write-off never returns relief in a quarter before it was claimed', async () => {
  const { id, number } = await debtor('Paid after all');
  await on('2026-09-01');
  const lost = await writeOff(id, '1200.00');
  await on('2026-10-05');
  const [debt] = await due('claim', id);
  expect((await post('claim', debt?.item_id ?? 0)).status).toBe(200);
  await on('2026-10-06');
  const reverse = (day: string) =>
    admin.call(writeOffs.reverse, { params: { id: lost }, body: { reason: 'Paid', ...late(day) } });
  const before = await app.digest();
  expect(refusalOf(await reverse('2026-09-15'))).toEqual([
    422,
    {
      business_date: [
        `The VAT of ${number} was last adjusted on 5 Oct 2026. Enter that date or a later one.`,
      ],
    },
  ]);
  expect(await app.digest()).toBe(before);
  expect((await reverse('2026-10-05')).reply.reliefs).toMatchObject([{ vat: 20_000 }]);
  expect((await admin.call(vatReturns.get, { query: { to: '2026-09-30' } })).reply.box_1).toBe(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

// Until 27 November 2026 the days between a claim and its reversal were refused, because the relief counted on them. The
// return knows no such days: the reversal has the tax point of the claim, so the quarter has neither.
test('V24 V26 a claim to the wrong account, reversed in the next quarter, is claimed again in its own', async () => {
  const { id } = await debtor('Claimed twice');
  await on('2026-09-01');
  await writeOff(id, '1200.00');
  await on('2026-09-20');
  const [debt] = await due('claim', id);
  const item = debt?.item_id ?? 0;
  const third = await box4('2026-09-30');
  const claimed = await post('claim', item, { account: '6910' });
  await on('2026-10-05');
  expect(await box4('2026-09-30')).toBe(third + 20_000);
  const undone = await admin.call(vatAdjustments.reverse, {
    params: { id: claimed.reply.id },
    body: { reason: 'Wrong account' },
  });
  expect(undone.status).toBe(200);
  expect(await box4('2026-09-30')).toBe(third);
  // Two at once: one of them claims it.
  const two = await Promise.all([
    post('claim', item, late('2026-09-30')),
    post('claim', item, late('2026-09-30')),
  ]);
  expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(await box4('2026-09-30')).toBe(third + 20_000);
  expect((await post('claim', item)).status).toBe(422);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V24 V26 input tax is repaid on what was unpaid on that day, and reclaimed no earlier than the payment', async () => {
  await on('2026-01-06');
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  // £12.00 with £2.00 of VAT.
  const lines = [{ line_id: lineOf(order), quantity: '10' }];
  const billed = await bill(order.id, lines, { bill_date: '2026-01-06' });
  expect(billed.status).toBe(200);
  const pay = async (amount: string) => {
    const { status } = await admin.call(payments.create, {
      body: {
        supplier_id: order.supplier.id,
        amount,
        payment_method: 'bank_transfer',
        allocations: [{ purchase_order_id: order.id, amount }],
      },
    });
    expect(status).toBe(200);
  };
  await on('2026-10-05');
  await pay('6.00');
  await on('2026-10-06');
  const [unpaid] = await due('repay', order.supplier.id);
  expect(unpaid).toMatchObject({ base: 600, change_vat: 100 });
  // On 30 September all of it was unpaid, and the adjustment of that day is for what the list of it shows.
  const then = await due('repay', order.supplier.id, { as_at: '2026-09-30' });
  expect(then).toMatchObject([{ base: 1_200, change_gross: 1_200, change_vat: 200 }]);
  const item = unpaid?.item_id ?? 0;
  const number = unpaid?.document.number ?? '';
  const quarters = async () => [await box4('2026-09-30'), await box4('2026-12-31')];
  const [third = 0, fourth = 0] = await quarters();
  const repaid = await post('repay', item, { ...late('2026-09-30'), account: '6910' });
  expect(repaid.reply).toMatchObject({ box_4: -200, reliefs: [{ gross: 1_200, vat: 200 }] });
  expect(await due('reclaim', order.supplier.id)).toMatchObject([{ change_gross: 600, change_vat: 100 }]);
  const early = await post('reclaim', item, { ...late('2026-09-30'), account: '6910' });
  expect(refusalOf(early)).toEqual([
    422,
    { business_date: [`No VAT was due on ${number} on 30 Sep 2026. Enter a later date.`] },
  ]);
  const before = await post('reclaim', item, { ...late('2026-09-29'), account: '6910' });
  expect(refusalOf(before)).toEqual([
    422,
    {
      business_date: [
        `The VAT of ${number} was last adjusted on 30 Sep 2026. Enter that date or a later one.`,
      ],
    },
  ]);
  expect((await post('reclaim', item, { ...late('2026-10-05'), account: '6910' })).reply).toMatchObject({
    box_4: 100,
  });
  expect(await quarters()).toEqual([third - 200, fourth + 100]);
  // Paid in full in November, the rest is reclaimed then, and in October nothing was.
  await on('2026-11-03');
  await pay('6.00');
  expect((await post('reclaim', item, { ...late('2026-10-31'), account: '6910' })).status).toBe(422);
  expect((await post('reclaim', item, { account: '6910' })).reply).toMatchObject({ box_4: 100 });
  expect(await quarters()).toEqual([third - 200, fourth + 200]);
  expect(await breachesOf(app.db)).toEqual([]);
});
