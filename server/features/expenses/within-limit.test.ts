import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { breachesOf, someSupplier } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { openTill } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let now = new Date('2026-11-16T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  shop = await expenseShop(app);
  await limit('50.00');
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const limit = async (approval_limit: string) => {
  const setter = await app.as('edit_setting');
  const body = { approval_limit, receipt_limit: null };
  expect((await setter.call(expenseSettings.update, { body })).status).toBe(200);
};
const someone = () => app.as('view_expense', 'create_expense', 'edit_expense');
const spend = (who: Caller, gross: string, more: object = {}) =>
  shop.submitted({ ...more, lines: [shop.line({ gross })] }, who);
const statusOf = async (who: Caller, gross: string, more: object = {}) =>
  (await spend(who, gross, more)).reply.status;

test('P15 five expenses of £49 under a limit of £50 are not approved by no one: the second waits', async () => {
  const clerk = await someone();
  const statuses: string[] = [];
  for (let each = 0; each < 5; each += 1) statuses.push(await statusOf(clerk, '49.00'));
  expect(statuses).toEqual(['paid', 'submitted', 'submitted', 'submitted', 'submitted']);
  // £49.00 and £1.00 are the limit itself; a penny more is above it.
  expect(await statusOf(clerk, '0.01')).toBe('paid');
  expect(await statusOf(clerk, '1.00')).toBe('submitted');
  expect(await statusOf(clerk, '0.99')).toBe('paid');
  expect(await statusOf(await someone(), '49.00'), 'of another user').toBe('paid');
});

test('P15 what someone approved does not count, and neither does what was cancelled, unless its money stayed out', async () => {
  const clerk = await someone();
  const admin = await app.as('admin');
  const { reply: large } = await spend(clerk, '60.00');
  expect(large.status).toBe('submitted');
  expect((await shop.approver.call(expenses.approve, { params: { id: large.id }, body: {} })).status).toBe(
    200,
  );
  const cancel = (id: number, money_back: 'yes' | 'no') =>
    admin.call(expenses.cancel, { params: { id }, body: { reason: 'Sent back', money_back } });
  const { reply: first } = await spend(clerk, '50.00');
  expect(first.status).toBe('paid');
  expect((await cancel(first.id, 'yes')).status).toBe(200);
  const { reply: second } = await spend(clerk, '50.00');
  expect(second.status).toBe('paid');
  expect((await cancel(second.id, 'no')).status).toBe(200);
  expect(await statusOf(clerk, '0.01'), 'the money of the second is out').toBe('submitted');
});

test('P15 each London day begins anew', async () => {
  now = new Date('2026-11-16T23:58:00Z');
  const clerk = await someone();
  const at = async (time: string) => {
    now = new Date(time);
    return statusOf(clerk, '30.00', { expense_date: '2026-11-16' });
  };
  expect(await at('2026-11-16T23:59:00Z')).toBe('paid');
  expect(await at('2026-11-16T23:59:30Z')).toBe('submitted');
  expect(await at('2026-11-17T00:00:30Z')).toBe('paid');
});

test('P15 two at once do not pass the limit together, whether from a till, on a ledger or from the bank', async () => {
  const supplier_id = await someSupplier(app.db, 'At Once Ltd');
  const till = await openTill(app.db, 50_000);
  for (const how of [
    {},
    { payment_method: 'cash', session_id: till },
    { settlement: 'to_pay', payment_method: null, supplier_id },
  ]) {
    const clerk = await someone();
    const both = await Promise.all(['30.00', '30.00', '30.00'].map(gross => spend(clerk, gross, how)));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(both.filter(({ reply }) => reply.status === 'submitted')).toHaveLength(2);
  }
});

test('P15 the database refuses what the code would miss', async () => {
  const clerk = await someone();
  await spend(clerk, '49.00');
  const { reply: second } = await spend(clerk, '2.00');
  expect(second.status).toBe('submitted');
  const post = sql`update expenses set status = 'paid', approved_at = ${now}, paid_at = ${now}, paid_on = expense_date,
    posted_on = expense_date where id = ${second.id}`;
  await expect(post.execute(app.db)).rejects.toThrow(/above what was approved/);
});
