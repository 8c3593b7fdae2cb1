import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { sales } from '#domain/sales/sale.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-01-05T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());
const { products, sent, receive, bill } = orderDesk(() => ({ app, admin }));

const rowsOf = async (kind: ReliefKind) =>
  (await admin.call(vatReliefs.list, { query: { kind } })).reply.data;
/** The numbers of the adjustments by hand that the list names for a document. */
const named = async (kind: ReliefKind, document: string) =>
  (await rowsOf(kind)).find(row => row.document.number === document)?.repeated.map(({ number }) => number);
/** Claims what is due on an invoice from the list. */
async function claim(document: string): Promise<string> {
  const item_id = (await rowsOf('claim')).find(row => row.document.number === document)?.item_id ?? 0;
  const { reply, status } = await admin.call(vatReliefs.post, {
    body: { kind: 'claim', account: '6800', items: [{ item_id }] },
  });
  expect(status).toBe(200);
  return reply.number;
}

async function enter(body: Partial<BodySent<typeof vatAdjustments.create>>) {
  const { reply, status, refusal } = await admin.call(vatAdjustments.create, {
    body: { reason: 'bad_debt_relief', account: '6800', description: 'Year end', ...body },
  });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** A written-off invoice of so many at £2.00 and £0.40 of VAT. */
async function badDebt(pieces: number): Promise<string> {
  const gross = (pieces * 2.4).toFixed(2);
  const customer = await customerWithCredit(app.db, 100_000);
  const product = await stockedProduct(app.db, { pieces: '500' });
  const { reply } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: String(pieces) }],
      expected_total: gross,
      tenders: [{ method: 'account', tendered: gross }],
    },
  });
  await admin.call(customerWallet.adjust, {
    params: { id: customer },
    body: { kind: 'write_off', amount: gross, reason: 'In liquidation' },
  });
  return reply.number;
}

test('V26 V27 the list names relief entered by hand for an invoice: of the same VAT, or with its number', async () => {
  // Of the same VAT, but before the invoice.
  await enter({ box_4: '20.00' });
  now = new Date('2026-01-06T11:00:00Z');
  admin = await app.as('admin');
  const number = await badDebt(50);
  now = new Date('2026-08-20T11:00:00Z');
  admin = await app.as('admin');
  expect(await rowsOf('claim')).toMatchObject([{ change_vat: 2_000, repeated: [] }]);
  const same = await enter({ box_4: '20.00' });
  const other = await enter({
    box_4: '7.00',
    description: `Part of ${number.toLowerCase()}, and of another`,
  });
  // Another amount for another invoice, relief returned, and another reason.
  await enter({ box_4: '8.00', description: `Loss of ${number}0` });
  const returned = await enter({ box_1: '20.00', description: `Paid: ${number}` });
  await enter({ box_4: '20.00', reason: 'error_correction', description: number });
  expect((await rowsOf('claim'))[0]?.repeated).toEqual([
    { id: other.id, number: other.number, business_date: '2026-08-20' },
    { id: same.id, number: same.number, business_date: '2026-08-20' },
  ]);
  const params = { id: same.id };
  await admin.call(vatAdjustments.reverse, { params, body: { reason: 'Claimed from the list' } });
  expect(await named('claim', number)).toEqual([other.number]);
  const { raw } = await admin.call(vatReliefs.export, { query: { kind: 'claim' } });
  expect(raw.toString()).toContain(other.number);
  // It only warns.
  await claim(number);
  expect(await named('return', number)).toEqual([returned.number]);
});

test('V26 V27 the list names relief returned by hand, and not what it has claimed itself', async () => {
  now = new Date('2026-01-07T11:00:00Z');
  admin = await app.as('admin');
  const [paid, open] = [await badDebt(25), await badDebt(25)];
  now = new Date('2026-08-20T11:00:00Z');
  admin = await app.as('admin');
  await claim(paid);
  expect(await named('claim', open)).toEqual([]);
  expect(await named('return', paid)).toEqual([]);
  const all = await enter({ box_1: '10.00', description: 'Paid after all' });
  const part = await enter({ box_1: '1.00', description: `Part of ${paid}` });
  await enter({ box_1: '1.00', description: 'Part of another' });
  expect(await named('return', paid)).toEqual([part.number, all.number]);
});

test('V26 V27 the list names input tax of an unpaid bill that was repaid by hand', async () => {
  now = new Date('2026-01-06T11:00:00Z');
  admin = await app.as('admin');
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], {
    bill_date: '2026-01-06',
    supplier_bill_number: '(A/7781)',
  });
  now = new Date('2026-08-20T11:00:00Z');
  admin = await app.as('admin');
  const [row] = await rowsOf('repay');
  expect(row).toMatchObject({ change_vat: 200, repeated: [] });
  const byHand = (box_4: string, description: string) =>
    enter({ reason: 'unpaid_bills', box_4, description, account: '6910' });
  const same = await byHand('-2.00', 'Year end');
  // The number on the paper is the supplier's.
  const part = await byHand('-1.00', 'Unpaid: a/7781');
  await byHand('-1.00', 'Unpaid: A/77810');
  expect(await named('repay', row?.document.number ?? '')).toEqual([part.number, same.number]);
});
