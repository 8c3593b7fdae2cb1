import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses, expenseSettings } from '#domain/expenses/expense.contract';
import { notifications } from '#domain/notifications/notification.contract';
import { expenseShop } from '../../../tests/support/expenses';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let shop: Awaited<ReturnType<typeof expenseShop>>;
let payer: Caller;
beforeAll(async () => {
  app = await startTestApp();
  shop = await expenseShop(app);
  payer = await app.as('view_expense', 'pay_expense', 'reverse_payment');
});
afterAll(() => app.close());

/** What a user was notified of about one expense, oldest first. */
const reported = async (who: Caller, id: number) =>
  (await who.call(notifications.list, { query: { per_page: '100' } })).reply.data
    .filter(({ link }) => link === `/expenses/${id}`)
    .map(({ kind, words }) => [kind, words])
    .toReversed();

test('F13 who can approve expenses is notified of each submission, and who submitted it of each decision', async () => {
  const { clerk, approver } = shop;
  const { reply } = await shop.submitted({
    description: 'Taxi',
    settlement: 'own_money',
    payment_method: null,
  });
  const params = { id: reply.id };
  const taxi = `${reply.number}, “Taxi”, £12.00`;
  const asked = ['expense_approval', expect.stringMatching(` asks you to approve expense ${taxi}.$`)];
  expect(await reported(approver, reply.id)).toEqual([asked]);
  expect(await reported(clerk, reply.id)).toEqual([]);

  await approver.call(expenses.reject, { params, body: { reason: 'Where to?' } });
  const rejected = ['own_decided_expense', `Your expense ${taxi}, was rejected: Where to?`];
  expect(await reported(clerk, reply.id)).toEqual([rejected]);

  await clerk.call(expenses.submit, { params });
  expect(await reported(approver, reply.id)).toEqual([asked, asked]);
  await approver.call(expenses.approve, { params, body: {} });
  const approved = ['own_decided_expense', `Your expense ${taxi}, was approved.`];
  expect(await reported(clerk, reply.id)).toEqual([rejected, approved]);

  await payer.call(expenses.pay, { params, body: { payment_method: 'bank_transfer' } });
  const reimbursed = ['own_decided_expense', `Your expense ${taxi}, was reimbursed.`];
  expect(await reported(clerk, reply.id)).toEqual([rejected, approved, reimbursed]);
  // Only those who can decide, and those it concerns.
  expect(await reported(payer, reply.id)).toEqual([]);

  await payer.call(expenses.cancel, { params, body: { reason: 'Entered twice', money_back: 'yes' } });
  expect((await reported(clerk, reply.id)).at(-1)).toEqual([
    'own_decided_expense',
    `Your expense ${taxi}, was cancelled: Entered twice`,
  ]);
});

test('F13 an expense approved at once by the limit notifies no one', async () => {
  const admin = await app.as('admin');
  await admin.call(expenseSettings.update, { body: { approval_limit: '100.00', receipt_limit: null } });
  const { reply } = await shop.submitted();
  expect(reply.status).toBe('paid');
  expect([await reported(shop.approver, reply.id), await reported(shop.clerk, reply.id)]).toEqual([[], []]);
});

test('F13 F33 who entered an expense is not asked to approve it when someone else submits it, unless no one else could', async () => {
  const author = await app.as('admin');
  const { reply } = await author.call(expenses.create, {
    body: shop.body({ description: 'Lamp', lines: [shop.line({ gross: '200.00' })] }),
  });
  const editor = await app.as('create_expense', 'edit_expense', 'view_expense');
  expect((await editor.call(expenses.submit, { params: { id: reply.id } })).reply.status).toBe('submitted');
  expect(await reported(author, reply.id)).toEqual([]);
  expect((await reported(shop.approver, reply.id)).map(([kind]) => kind)).toEqual(['expense_approval']);
  await shop.approver.call(expenses.reject, { params: { id: reply.id }, body: { reason: 'Which lamp?' } });

  await sql`update users set status = 'inactive' where id <> all(${[author.userId, editor.userId]}::bigint[])`.execute(
    app.db,
  );
  expect((await editor.call(expenses.submit, { params: { id: reply.id } })).status).toBe(200);
  expect((await reported(author, reply.id)).map(([kind]) => kind)).toEqual([
    'own_decided_expense',
    'expense_approval',
  ]);
});
