import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

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
