import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf, movedOn } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

// What opens on the ledger of an erased customer can be settled, and nothing else posted (rule K4, decision 140).
let app: TestApp;
let admin: Caller;
let till: number;
let sofa: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db, 100_000);
  sofa = await stockedProduct(app.db, { price: toPence(12_000) });
});
afterAll(() => app.close());

const { sold, refund } = shopFloor(() => ({ app, seller: admin, till }));
const { ledger, payOut, receive, reverse } = walletCalls(() => ({ app, admin }));
const settled = { balance: 0, outstanding: 0, due: 0, overdue: 0, unallocated: 0 };

/** A sofa at £120.00 on account, paid by transfer; then the customer is erased. */
async function erasedBuyer() {
  const id = await customerWithCredit(app.db, 1_000_000, 'Nora Private');
  const sale = await sold([{ product_id: sofa, quantity: '1' }], 12_000, {
    channel: 'desk',
    customer_id: id,
    tenders: [{ method: 'account', tendered: '120.00' }],
  });
  const paid = (await receive(id, '120.00')).reply;
  const erased = await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked for it' } });
  expect(erased.status).toBe(200);
  return { id, sale, paid };
}
const adjust = (id: number, kind: string, amount: string) =>
  admin.call(customerWallet.adjust, {
    params: { id },
    body: {
      kind,
      amount,
      reason: 'Gone',
      ...(kind === 'write_off' ? {} : { account_code: '4900' }),
    } as never,
  });

test('K4 W9 L6 a paid account sale of an erased customer is cancelled, and its money paid out', async () => {
  const { id, sale } = await erasedBuyer();
  const cancelled = await admin.call(sales.cancel, {
    params: { id: sale.id },
    body: { client_id: randomUUID(), reason: 'Came back', session_id: till },
  });
  expect(cancelled.status).toBe(200);
  expect((await ledger(id)).today).toEqual({ ...settled, balance: -12_000, unallocated: 12_000 });
  expect((await ledger(id)).party).toMatchObject({
    is_erased: true,
    closed: `“Erased customer ${id}” has been erased, so only what is still open can be settled here.`,
  });
  // No more than the credit, and nothing that is not a pay-out.
  expect((await payOut(id, '120.01')).status).toBe(422);
  const refused = await Promise.all([
    receive(id, '1.00'),
    receive(id, '1.00', { top_up: true }),
    adjust(id, 'credit', '1.00'),
    adjust(id, 'debit', '1.00'),
    admin.call(customerWallet.transfer, {
      params: { id },
      body: { to_customer_id: await customerWithCredit(app.db, null, 'Else'), amount: '1.00', reason: 'No' },
    }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  const moved = await movedOn(app.db, ['1020', '1100'], async () => {
    // Twice at once: only one finds the credit.
    const both = await Promise.all([payOut(id, '120.00'), payOut(id, '120.00')]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
  expect(moved).toEqual([-12_000, 12_000]);
  expect((await ledger(id)).today).toEqual(settled);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('K4 W9 credit that a refund left in the wallet of an erased customer is paid out', async () => {
  const { id, sale } = await erasedBuyer();
  const refunded = await refund(sale, [{ line_number: 1, quantity: '1' }], 12_000, {
    tenders: [{ method: 'wallet', amount: '120.00' }],
  });
  expect(refunded.status).toBe(200);
  expect((await payOut(id, '120.00', { payment_method: 'cash', session_id: till })).status).toBe(200);
  expect((await ledger(id)).today).toEqual(settled);
});

test('K4 W2 a payment of an erased customer that is reversed leaves a debt, which is paid, matched or written off', async () => {
  const { id, paid } = await erasedBuyer();
  expect((await reverse(paid.id)).status).toBe(200);
  expect((await ledger(id)).today).toMatchObject({ balance: 12_000, outstanding: 12_000 });
  const tooMuch = await receive(id, '120.01');
  expect([tooMuch.status, tooMuch.refusal.errors]).toEqual([
    422,
    {
      amount: [
        `Only £120.00 is outstanding of “Erased customer ${id}”. Enter that or less: an erased customer cannot have new credit.`,
      ],
    },
  ]);
  expect((await receive(id, '1.00', { top_up: true })).status).toBe(409);
  expect((await receive(id, '50.00')).status).toBe(200);
  expect((await adjust(id, 'write_off', '70.01')).status).toBe(422);
  expect((await adjust(id, 'write_off', '70.00')).status).toBe(200);
  expect((await ledger(id)).today).toEqual(settled);
  expect(await breachesOf(app.db)).toEqual([]);
});
