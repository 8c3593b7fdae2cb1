import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const order = async (lines: object[]) =>
  admin.call(purchases.create, { body: { supplier_id: await someSupplier(app.db), lines } });

test.each([
  [
    '99999999999',
    '9999999999.99',
    'A line cannot be more than £10,000,000,000.00. Reduce the quantity or price.',
  ],
  ['1000', '9999999999.99', 'A line cannot be more than £10,000,000,000.00. Reduce the quantity or price.'],
  ['1', '999999999999.99', 'Enter at most £10,000,000,000.00.'],
])('%s at %s is refused at its field, never miscalculated', async (quantity, unit_price, message) => {
  const { status, refusal } = await order([{ description: 'Gold', quantity, unit_price }]);
  expect(status).toBe(422);
  expect(refusal.errors).toEqual({ 'lines.0.unit_price': [message] });
});

test('many large lines together stay within an order’s maximum', async () => {
  const lines = Array.from({ length: 3 }, () => ({
    description: 'Gold',
    quantity: '1',
    unit_price: '5000000000.00',
  }));
  const { status, refusal } = await order(lines);
  expect(status).toBe(422);
  expect(refusal.errors).toEqual({
    lines: ['An order cannot be more than £10,000,000,000.00. Reduce the quantity or price.'],
  });
  expect(
    (await order([{ description: 'Gold', quantity: '1', unit_price: '10000000000.00', vat_code: 'Z' }]))
      .status,
  ).toBe(200);
});

test('a payment above the maximum is refused at its field', async () => {
  const supplier_id = await someSupplier(app.db);
  const body = { supplier_id, amount: '999999999999.99', payment_method: 'cash' as const };
  const { status, refusal } = await admin.call(payments.create, { body });
  expect(status).toBe(422);
  expect(refusal.errors).toEqual({ amount: ['Enter at most £10,000,000,000.00.'] });
});
