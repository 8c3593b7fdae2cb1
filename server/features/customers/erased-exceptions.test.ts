import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { paidSales } from '../../../tests/support/paid-sales';
import { openTill, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const floor = paidSales(() => ({ app, seller: admin, manager: admin, till }));

test('K3 A-GDPR the exceptions of what a till sold to a customer do not name them after they were erased', async () => {
  const { reply: petra } = await admin.call(customers.create, { body: { name: 'Petra Personal' } });
  const product = await stockedProduct(app.db);
  for (const method of ['account', 'wallet'] as const)
    await floor.record(
      floor.paid(product, { customer_id: petra.id, tenders: [{ method, tendered: '2.40' }] }),
    );
  const words = async () =>
    (await admin.call(saleExceptions.list)).reply.data.map(row => row.words).toSorted();
  expect(await words()).toEqual([
    'The wallet was £2.40 short, so that amount was charged on account.',
    'This customer has no credit limit, so they cannot buy on account.',
    'This customer has no credit limit, so they cannot buy on account.',
  ]);
  await admin.call(customerWallet.receive, {
    params: { id: petra.id },
    body: { amount: '4.80', payment_method: 'bank_transfer' },
  });
  const { status } = await admin.call(customers.erase, {
    params: { id: petra.id },
    body: { reason: 'Asked' },
  });
  expect(status).toBe(200);
  expect(JSON.stringify((await admin.call(saleExceptions.list)).reply)).not.toMatch(/petra/i);
});
