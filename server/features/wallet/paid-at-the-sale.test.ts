import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

// What paid a sale when it was sold is returned by a refund or cancellation only.
let app: TestApp;
let admin: Caller;
let clerk: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  clerk = await app.as('view_ledger', 'create_payment');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { sold } = shopFloor(() => ({ app, seller: admin, till }));
const { ledger, payOut, receive } = walletCalls(() => ({ app, admin }));

/** One at £100.00, paid like this. */
const saleTo = async (
  customer: number,
  tenders: { method: 'credit_card' | 'wallet' | 'account'; tendered: string }[],
) =>
  sold([{ product_id: await stockedProduct(app.db, { price: 10_000 as never }), quantity: '1' }], 10_000, {
    customer_id: customer,
    tenders,
  });
const matchesOf = async (customer: number) =>
  (await clerk.call(customerWallet.matches, { params: { id: customer } })).reply.data;
const takeBack = (customer: number, { debit, credit }: { debit: { id: number }; credit: { id: number } }) =>
  clerk.call(customerWallet.removeMatch, {
    params: { id: customer },
    body: { debit_item_id: debit.id, credit_item_id: credit.id },
  });

test('T5 L6 what paid a sale by card or from the wallet at the till is not freed on the ledger and paid out', async () => {
  const customer = await customerWithCredit(app.db, null, 'Carl Card');
  await receive(customer, '40.00', { top_up: true });
  const sale = await saleTo(customer, [
    { method: 'credit_card', tendered: '60.00' },
    { method: 'wallet', tendered: '40.00' },
  ]);
  const matches = await matchesOf(customer);
  expect(matches.map(({ amount, can_take_back }) => [amount, can_take_back])).toEqual([
    [4000, false],
    [6000, false],
  ]);
  for (const match of matches) {
    const { status, refusal } = await takeBack(customer, match);
    expect([status, refusal.message]).toEqual([
      409,
      `${sale.number} was paid this way when it was sold. Refund or cancel the sale instead.`,
    ]);
  }
  expect((await payOut(customer, '60.00')).status).toBe(422);
  expect((await ledger(customer)).today).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 of credit that paid a sale from the wallet and later its balance, only the later part is freed', async () => {
  const customer = await customerWithCredit(app.db, 10_000, 'Wilma Wallet');
  await receive(customer, '100.00', { top_up: true });
  await saleTo(customer, [
    { method: 'wallet', tendered: '60.00' },
    { method: 'account', tendered: '40.00' },
  ]);
  const { open_items } = await ledger(customer);
  const [invoice, credit] = ['debit', 'credit'].map(
    side => open_items.find(item => item.side === side)?.id ?? 0,
  );
  const pair = { debit_item_id: invoice ?? 0, credit_item_id: credit ?? 0 };
  const matched = await admin.call(customerWallet.match, {
    params: { id: customer },
    body: { ...pair, amount: '40.00' },
  });
  expect(matched.refusal).toBeUndefined();
  const [match] = await matchesOf(customer);
  if (!match) throw new Error('The credit is allocated');
  expect([match.amount, match.can_take_back]).toEqual([10_000, true]);
  expect((await takeBack(customer, match)).reply.message).toBe('£40.00 is unallocated again.');
  expect((await ledger(customer)).today).toMatchObject({ outstanding: 4000, unallocated: 4000 });
  expect((await takeBack(customer, match)).status).toBe(409);
  expect(await breachesOf(app.db)).toEqual([]);
});
