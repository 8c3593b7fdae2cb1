import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { expenseBulk } from '#domain/expenses/expense-bulk.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { previewOf, startChange, workOff } from '../../../tests/support/bulk-changes';
import { expenseShop } from '../../../tests/support/expenses';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const chosen = (...records: readonly { readonly id: number }[]) => ({
  ids: records.map(({ id }) => id).join(','),
});
const statusOf = async (id: number) =>
  (await shop.approver.call(expenses.get, { params: { id } })).reply.status;

test('P15 many expenses are approved together: each is posted, and those that may not be are refused with their reason', async () => {
  const both = await app.as('view_expense', 'create_expense', 'edit_expense', 'approve_expense');
  const { reply: paper } = await shop.submitted({ description: 'Paper for the printer' });
  const { reply: owed } = await shop.submitted({
    description: 'Bus fares',
    settlement: 'to_pay',
    payment_method: null,
    lines: [shop.line({ category_id: shop.category('Travel'), vat_code: 'Z' })],
  });
  const { reply: own } = await shop.submitted({ description: 'His own' }, both);
  const { reply: draft } = await shop.draft({ description: 'Not submitted' });
  const { reply: done } = await shop.approved({ description: 'Approved before' });
  const filter = chosen(paper, owed, own, draft, done);
  const before = await app.digest();
  const preview = await previewOf(both, expenseBulk, filter, { decision: 'approve' });
  expect(preview).toMatchObject({ count: 5, changed: 2, unchanged: 1, refused: 2 });
  expect(preview.reasons.map(({ reason }) => reason).toSorted()).toEqual([
    'It is draft, so it cannot be approved.',
    'You entered this expense, so someone else must approve it.',
  ]);
  expect(await app.digest()).toBe(before);

  // £10.00 for the paper and £10.00 for that approved before; £12.00 of fares without VAT.
  const stationery = await balanceOf(app.db, shop.account('Stationery'));
  const started = await startChange(both, expenseBulk, filter, { decision: 'approve' });
  await workOff(app.db, started.id);
  const { reply: change } = await both.call(bulkChanges.get, { params: { id: started.id } });
  expect(change).toMatchObject({
    state: 'done',
    changed_count: 2,
    unchanged_count: 1,
    refused_count: 2,
    summary: 'Status: Approved',
  });
  expect(await Promise.all([paper, owed, own, draft, done].map(({ id }) => statusOf(id)))).toEqual([
    'paid',
    'approved',
    'submitted',
    'draft',
    'paid',
  ]);
  expect((await balanceOf(app.db, shop.account('Stationery'))) - stationery).toBe(1000);
  expect(await balanceOf(app.db, await shop.accountNow('Travel'))).toBe(1200);
  // The first expense of travel also gives its category an account.
  const steps = (await app.audits(3)).map(({ action }) => action);
  expect(steps.toSorted()).toEqual(['approved', 'approved', 'given_account']);
  // A posting is taken back by a cancellation, which has its own permission.
  expect(change.can_undo).toMatchObject({ allowed: false, reason: expect.stringContaining('Cancel') });
  expect((await both.call(bulkChanges.undo, { params: { id: started.id } })).status).toBe(409);
});

test('many expenses are rejected with one reason, which each of their owners is told', async () => {
  const { approver } = shop;
  const [one, two] = [(await shop.submitted()).reply, (await shop.submitted()).reply];
  const filter = chosen(one, two);
  const blank = await approver.call(expenseBulk.preview, {
    body: { filter, change: { decision: 'reject' } },
  });
  expect(blank.status).toBe(422);
  expect(blank.refusal.errors).toEqual({ 'change.reason': ['Enter the reason.'] });
  const started = await startChange(approver, expenseBulk, filter, {
    decision: 'reject',
    reason: 'No receipts',
  });
  await workOff(app.db, started.id);
  for (const { id } of [one, two])
    expect((await shop.clerk.call(expenses.get, { params: { id } })).reply).toMatchObject({
      status: 'rejected',
      rejected: { reason: 'No receipts' },
    });
});

test('an expense that was edited after the confirmation is not approved, and neither is any by who lost the permission', async () => {
  const { reply: edited } = await shop.submitted();
  const { reply: other } = await shop.submitted();
  const started = await startChange(shop.approver, expenseBulk, chosen(edited, other), {
    decision: 'approve',
  });
  const params = { id: edited.id };
  await shop.approver.call(expenses.reject, { params, body: { reason: 'Whose?' } });
  await workOff(app.db, started.id);
  expect(await Promise.all([statusOf(edited.id), statusOf(other.id)])).toEqual(['rejected', 'paid']);

  const clerk = await app.as('view_expense', 'create_expense');
  const refused = await clerk.call(expenseBulk.preview, {
    body: { filter: chosen(other), change: { decision: 'approve' } },
  });
  expect(refused.status).toBe(403);
});
