import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { customers } from '#domain/customers/customer.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sold, refund } = shopFloor(() => ({ app, seller: admin, till }));
const { ledger, payOut, receive, reverse } = walletCalls(() => ({ app, admin }));

/** A sale of five at £100.00 on account. */
async function onAccount(name: string) {
  const customer = await customerWithCredit(app.db, 100_000, name);
  const product = await stockedProduct(app.db, { price: 10_000 as never });
  const sale = await sold([{ product_id: product, quantity: '5' }], 50_000, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '500.00' }],
  });
  return { customer, sale };
}
const matchesOf = async (customer: number) =>
  (await admin.call(customerWallet.matches, { params: { id: customer } })).reply.data;
const takeBack = (customer: number, { debit, credit }: { debit: { id: number }; credit: { id: number } }) =>
  admin.call(customerWallet.removeMatch, {
    params: { id: customer },
    body: { debit_item_id: debit.id, credit_item_id: credit.id },
  });

test('W9 the credit note that cleared its own unpaid sale is not freed and paid out', async () => {
  const { customer, sale } = await onAccount('Rhona Tait');
  const returned = await refund(sale, [{ line_number: 1, quantity: '5' }], 50_000, { tenders: [] });
  expect(returned.refusal).toBeUndefined();
  const [match, ...others] = await matchesOf(customer);
  if (!match) throw new Error('The credit note is allocated');
  expect([match.amount, match.can_take_back, others]).toEqual([50_000, false, []]);
  const { status, refusal } = await takeBack(customer, match);
  expect([status, refusal.message]).toEqual([
    409,
    `${match.credit.document_number} credits goods of ${sale.number}, which were not paid for. It reduces this invoice and cannot become credit to spend.`,
  ]);
  expect((await payOut(customer, '500.00')).status).not.toBe(200);
  expect((await ledger(customer)).today).toMatchObject({ outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 neither after a merge of customers; a payment of the same sale still can be', async () => {
  const { customer, sale } = await onAccount('Rhona Tate');
  const kept = await customerWithCredit(app.db, 100_000, 'Rhona Tait & Co');
  const paid = await admin.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '100.00', payment_method: 'bank_transfer' },
  });
  expect(paid.status).toBe(200);
  const merged = await admin.call(customers.merge, {
    params: { id: kept },
    body: { other_id: customer },
  });
  expect(merged.refusal).toBeUndefined();
  const returned = await refund(sale, [{ line_number: 1, quantity: '4' }], 40_000, { tenders: [] });
  expect(returned.refusal).toBeUndefined();
  const [own] = await matchesOf(kept);
  if (!own) throw new Error('The credit note is allocated');
  expect([own.credit.kind, own.can_take_back]).toEqual(['credit_note', false]);
  expect((await takeBack(kept, own)).status).toBe(409);
  expect((await ledger(kept)).today).toMatchObject({ outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
  const other = await onAccount('Rhona Teit');
  await admin.call(customerWallet.receive, {
    params: { id: other.customer },
    body: { amount: '100.00', payment_method: 'bank_transfer' },
  });
  const [receipt] = await matchesOf(other.customer);
  if (!receipt) throw new Error('The receipt is allocated');
  expect((await takeBack(other.customer, receipt)).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

/** Five at £100.00 on account, paid by cheque, and all of them returned to the wallet. */
async function paidAndReturned(name: string) {
  const { customer, sale } = await onAccount(name);
  const { reply: cheque } = await receive(customer, '500.00', { payment_method: 'cheque' });
  const returned = await refund(sale, [{ line_number: 1, quantity: '5' }], 50_000, {
    tenders: [{ method: 'wallet', amount: '500.00' }],
  });
  expect(returned.refusal).toBeUndefined();
  expect((await ledger(customer)).today).toMatchObject({ outstanding: 0, unallocated: 50_000 });
  return { customer, sale, cheque: cheque.id };
}
const bounce = (id: number) => reverse(id, { reason: 'No cover', bounced: true });
const saleOf = async (id: number) => (await admin.call(sales.get, { params: { id } })).reply;

test('W9 a cheque that bounces after its goods came back leaves neither a debt nor credit to pay out', async () => {
  const { customer, sale, cheque } = await paidAndReturned('Iona Reid');
  expect((await bounce(cheque)).status).toBe(200);
  expect((await ledger(customer)).today).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await saleOf(sale.id)).toMatchObject({ status: 'refunded', outstanding: 0 });
  expect((await payOut(customer, '500.00')).refusal.message).toBe('The wallet is empty.');
  const matches = await matchesOf(customer);
  expect(matches.map(({ amount, can_take_back }) => [amount, can_take_back])).toEqual([
    [50_000, false],
    [50_000, false],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 only what is left of the credit note clears the debt that the bounced cheque opens, after a merge too', async () => {
  const { customer, sale, cheque } = await paidAndReturned('Iona Read');
  const kept = await customerWithCredit(app.db, 100_000, 'Iona Rede');
  // £200.00 of the credit has been paid out, so as much is owed.
  expect((await payOut(customer, '200.00')).status).toBe(200);
  const merged = await admin.call(customers.merge, { params: { id: kept }, body: { other_id: customer } });
  expect(merged.refusal).toBeUndefined();
  expect((await bounce(cheque)).status).toBe(200);
  expect((await ledger(kept)).today).toMatchObject({ balance: 20_000, outstanding: 20_000, unallocated: 0 });
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 20_000 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 when the allocation of the cheque is removed, the credit note reduces the invoice and the cheque is credit', async () => {
  const { customer, sale, cheque } = await paidAndReturned('Iona Rayed');
  const [match] = await matchesOf(customer);
  if (!match) throw new Error('The cheque is allocated');
  expect((await takeBack(customer, match)).reply.message).toBe('£500.00 is unallocated again.');
  expect((await ledger(customer)).today).toMatchObject({ outstanding: 0, unallocated: 50_000 });
  expect(await saleOf(sale.id)).toMatchObject({ outstanding: 0 });
  expect((await bounce(cheque)).status).toBe(200);
  expect((await ledger(customer)).today).toMatchObject({ outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});
