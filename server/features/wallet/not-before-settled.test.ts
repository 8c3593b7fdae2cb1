import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf, someCustomer } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const ago = (days: number): CalendarDate => addDays(today, -days);
const on = (day: CalendarDate) => ({ business_date: day, date_reason: 'Entered late' });
const { invoice, receive, payOut } = walletCalls(() => ({ app, admin }));
const writeOff = (id: number, day: CalendarDate, more: object = {}) =>
  admin.call(customerWallet.adjust, {
    params: { id },
    body: {
      client_id: randomUUID(),
      kind: 'write_off',
      amount: '120.00',
      reason: 'Gone',
      ...on(day),
      ...more,
    },
  });

test('R6 W5 credit is not paid out before it was there, so a customer who never owed is never among the debtors', async () => {
  const id = await someCustomer(app.db, 'Only Ever Paid');
  await receive(id, '40.00', { top_up: true, ...on(ago(9)) });
  await receive(id, '60.00', { top_up: true, ...on(ago(3)) });
  const early = await payOut(id, '100.00', on(ago(8)));
  expect(early.status).toBe(422);
  expect(early.refusal.errors).toEqual({
    business_date: [
      `The last of this credit was added on ${formatDate(ago(3))}. Enter that date or a later one.`,
    ],
  });
  // What was there then may be paid out on that day, and the rest on its own.
  expect((await payOut(id, '40.00', on(ago(8)))).status).toBe(200);
  expect((await payOut(id, '60.00', on(ago(3)))).status).toBe(200);
  for (let days = 10; days >= 0; days--) {
    const as_at = ago(days);
    const { reply } = await admin.call(agedDebtors.list, { query: { as_at, party_id: String(id) } });
    for (const row of reply.data) expect(row, as_at).toMatchObject({ days_30: 0, not_due: 0, over_90: 0 });
  }
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R6 a debt is not written off before it was incurred: the invoice named, or the oldest ones', async () => {
  const id = await someCustomer(app.db, 'Gone Away', { limit: 50_000 });
  const item = await invoice(id, 12_000, ago(8), ago(8));
  for (const more of [{}, { item_id: item }]) {
    const early = await writeOff(id, ago(20), more);
    expect(early.status).toBe(422);
    expect(early.refusal.errors?.business_date?.[0]).toContain(formatDate(ago(8)));
  }
  expect((await writeOff(id, ago(8))).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});
