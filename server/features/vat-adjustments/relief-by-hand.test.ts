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
/** The numbers of the adjustments by hand that the list names for its only document. */
const named = async (kind: ReliefKind) => (await rowsOf(kind))[0]?.repeated.map(({ number }) => number);

async function enter(body: Partial<BodySent<typeof vatAdjustments.create>>) {
  const { reply, status, refusal } = await admin.call(vatAdjustments.create, {
    body: { reason: 'bad_debt_relief', account: '6800', description: 'Year end', ...body },
  });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** £100.00 and £20.00 of VAT, written off in full. */
async function badDebt(): Promise<string> {
  const customer = await customerWithCredit(app.db, 100_000);
  const product = await stockedProduct(app.db, { pieces: '500' });
  const { reply } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: '50' }],
      expected_total: '120.00',
      tenders: [{ method: 'account', tendered: '120.00' }],
    },
  });
  await admin.call(customerWallet.adjust, {
    params: { id: customer },
    body: { kind: 'write_off', amount: '120.00', reason: 'In liquidation' },
  });
  return reply.number;
}

test('V26 V27 the list names relief entered by hand for an invoice: of the same VAT, or with its number', async () => {
  const number = await badDebt();
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
  await enter({ box_1: '20.00', description: `Paid: ${number}` });
  await enter({ box_4: '20.00', reason: 'error_correction', description: number });
  expect((await rowsOf('claim'))[0]?.repeated).toEqual([
    { id: other.id, number: other.number, business_date: '2026-08-20' },
    { id: same.id, number: same.number, business_date: '2026-08-20' },
  ]);
  const params = { id: same.id };
  await admin.call(vatAdjustments.reverse, { params, body: { reason: 'Claimed from the list' } });
  expect(await named('claim')).toEqual([other.number]);
  const { raw } = await admin.call(vatReliefs.export, { query: { kind: 'claim' } });
  expect(raw.toString()).toContain(other.number);
  // It only warns: what the list has claimed is not entered by hand.
  const [{ item_id } = { item_id: 0 }] = await rowsOf('claim');
  const posted = await admin.call(vatReliefs.post, {
    body: { kind: 'claim', account: '6800', items: [{ item_id }] },
  });
  expect(posted.status).toBe(200);
  expect((await rowsOf('return'))[0]?.repeated).toMatchObject([{ number: expect.stringMatching(/VADJ/) }]);
});

test('V26 V27 the list names input tax of an unpaid bill that was repaid by hand', async () => {
  now = new Date('2026-01-06T11:00:00Z');
  admin = await app.as('admin');
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], { bill_date: '2026-01-06' });
  now = new Date('2026-08-20T11:00:00Z');
  admin = await app.as('admin');
  expect(await rowsOf('repay')).toMatchObject([{ change_vat: 200, repeated: [] }]);
  const { number } = await enter({ reason: 'unpaid_bills', box_4: '-2.00', account: '6910' });
  expect(await named('repay')).toEqual([number]);
});
