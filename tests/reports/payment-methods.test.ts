import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPageSize } from '#domain/kernel/list-query';
import { paymentMethod } from '#domain/payments/payment.status';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { demoDay } from '../support/demo-template';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
  admin = await app.as('admin');
}, 600_000);
afterAll(() => app.close());

const list = async (query: Record<string, string>) =>
  (await admin.call(paymentTransactions.list, { query: { period: 'this_year', ...query } })).reply;

test('R5 each method finds every payment that shows it, so that no filter loses money', async () => {
  const shown = new Map<string | null, number>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, last_page } = await list({ page: String(page), per_page: String(maxPageSize) });
    last = last_page;
    for (const { method } of data) shown.set(method, (shown.get(method) ?? 0) + 1);
  }
  expect(shown.size).toBeGreaterThan(3);
  for (const method of paymentMethod.options)
    expect((await list({ method })).total, method).toBe(shown.get(method) ?? 0);
});
