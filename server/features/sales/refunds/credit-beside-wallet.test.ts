import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { walletCalls } from '../../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale', 'sell_on_account', 'view_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());

const { complete, sent } = shopFloor(() => ({ app, seller, till }));
const { ledger, receive } = walletCalls(() => ({ app, admin }));

test('W7 a sale paid from the wallet and on account never takes the balance above the credit limit', async () => {
  const customer = await customerWithCredit(app.db, 10_000, 'Lia Mitt');
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const buy = (pounds: number, wallet: string, account: string) =>
    sent([{ product_id: product, quantity: String(pounds / 10) }], pounds * 100, {
      customer_id: customer,
      tenders: [
        ...(wallet === '' ? [] : [{ method: 'wallet' as const, tendered: wallet }]),
        { method: 'account', tendered: account },
      ],
    });
  // £100.00 is owed, and £50.00 is in the wallet: a balance of £50.00.
  const owed = await complete(buy(100, '', '100.00'));
  expect(owed.refusal).toBeUndefined();
  await receive(customer, '50.00', { top_up: true });
  // £150.00 would be owed afterwards.
  const over = await complete(buy(100, '50.00', '50.00'));
  expect([over.status, over.refusal?.message]).toEqual([
    403,
    'Someone with permission must approve this: a sale on account.',
  ]);
  expect((await ledger(customer)).today).toMatchObject({ balance: 5000, unallocated: 5000 });
  // £30.00 from the wallet and £20.00 on account reach the limit exactly.
  const upTo = await complete(buy(50, '30.00', '20.00'));
  expect(upTo.refusal).toBeUndefined();
  expect((await ledger(customer)).today).toMatchObject({
    balance: 10_000,
    outstanding: 12_000,
    unallocated: 2000,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W7 of many sales on account at once, no more are made than the credit limit allows', async () => {
  const customer = await customerWithCredit(app.db, 2500, 'Ann Ount');
  const product = await stockedProduct(app.db, { price: 1000 as never });
  const sales = await Promise.all(
    Array.from({ length: 6 }, () =>
      complete(
        sent([{ product_id: product, quantity: '1' }], 1000, {
          customer_id: customer,
          tenders: [{ method: 'account', tendered: '10.00' }],
        }),
      ),
    ),
  );
  // £25.00 are enough for two of £10.00.
  expect(sales.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
    200, 200, 403, 403, 403, 403,
  ]);
  expect((await ledger(customer)).today).toMatchObject({ balance: 2000, outstanding: 2000 });
  expect(await breachesOf(app.db)).toEqual([]);
});
