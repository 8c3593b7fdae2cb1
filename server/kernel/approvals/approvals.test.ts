import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { tills } from '#domain/tills/till.contract';
import { breachesOf } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { someTills } from '../../../tests/support/tills';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let owner: Caller & { userId: number };
let on: Awaited<ReturnType<typeof someTills>>;
let shop: Awaited<ReturnType<typeof expenseShop>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  shop = await expenseShop(app);
  owner = await app.as('admin');
});
afterAll(() => app.close());

/** The shop of one person: everybody but the owner has left. */
async function alone(work: () => Promise<void>): Promise<void> {
  await sql`update users set status = 'inactive' where id <> ${owner.userId}`.execute(app.db);
  try {
    await work();
  } finally {
    await sql`update users set status = 'active'`.execute(app.db);
  }
}

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: { constraint?: string }) => error.constraint,
  );

test('F33 a sole trader can post an expense, and the audit log says there is no second approver', async () => {
  await alone(async () => {
    const { reply } = await shop.submitted({}, owner);
    expect(reply).toMatchObject({ status: 'submitted', can: { approve: { allowed: true } } });
    const approved = await owner.call(expenses.approve, { params: { id: reply.id }, body: {} });
    expect(approved.reply).toMatchObject({ status: 'paid', gross: 1200 });
    expect((await app.audits())[0]).toMatchObject({
      action: 'approved',
      after: { segregation: 'no second approver' },
    });
  });
  const { reply } = await shop.submitted({}, owner);
  expect((await owner.call(expenses.approve, { params: { id: reply.id }, body: {} })).status).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F33 the only user who may approve till variances can approve that of a till they closed', async () => {
  await alone(async () => {
    const { reply: till } = await owner.call(tills.open, {
      body: { register_id: await ownRegister(), total: '50.00' },
    });
    await on.closed(till.id, '40.00', { reason: 'No idea' }, owner);
    const seen = (await owner.call(tills.get, { params: { id: till.id } })).reply;
    expect([seen.approvers, seen.can.approve]).toEqual([[owner.userId], { allowed: true }]);
    const approved = await owner.call(tills.approve, { params: { id: till.id }, body: {} });
    expect([approved.status, approved.refusal]).toEqual([200, undefined]);
    expect((await app.audits())[0]).toMatchObject({
      action: 'approved',
      after: { difference_pence: -1000, segregation: 'no second approver' },
    });
  });
});

test('F33 the users who counted or closed a till are not offered as approvers while someone else could', async () => {
  const id = await on.opened('50.00');
  await on.closed(id, '40.00', { reason: 'No idea' }, on.manager);
  const { reply } = await on.get(id);
  expect(reply.approvers).toContain(owner.userId);
  expect(reply.approvers).not.toContain(on.manager.userId);
  expect((await on.manager.call(tills.approve, { params: { id }, body: {} })).status).toBe(409);
});

test('F05 the database refuses posted expenses and approved till variances without an approval of that amount', async () => {
  const { reply } = await shop.submitted({}, shop.clerk);
  const post = sql`update expenses set status = 'approved', approved_at = now(), posted_on = current_date where id = ${reply.id}`;
  expect(await refusal(post.execute(app.db))).toBe('expenses_are_approved');
  await sql`insert into document_approvals (document_type, document_id, revision, up_to_pence, approved_by, approved_at)
    values ('expense', ${reply.id}, 1, 1199, ${owner.userId}, now())`.execute(app.db);
  expect(await refusal(post.execute(app.db))).toBe('expenses_are_approved');
  const id = await on.opened('50.00');
  await on.closed(id, '40.00', { reason: 'No idea' });
  const approve = sql`update till_sessions set approved_by = ${owner.userId}, approved_at = now() where id = ${id}`;
  expect(await refusal(approve.execute(app.db))).toBe('till_differences_are_approved');
});

test('F05 an expense rejected, raised and submitted again needs approval again; an approval of an older version is refused', async () => {
  const { reply } = await shop.submitted({});
  const params = { id: reply.id };
  await shop.approver.call(expenses.reject, { params, body: { reason: 'Which shop?' } });
  const raised = shop.body({ lines: [shop.line({ gross: '9000.00' })] });
  await shop.clerk.call(expenses.update, { params, body: raised });
  await shop.clerk.call(expenses.submit, { params });
  const stale = await shop.approver.call(expenses.approve, { params, body: { version: reply.version } });
  expect(stale.status).toBe(409);
  const approved = await shop.approver.call(expenses.approve, { params, body: {} });
  expect([approved.status, approved.reply?.gross]).toEqual([200, 900_000]);
  const { rows } = await sql`select up_to_pence from document_approvals
    where document_type = 'expense' and document_id = ${reply.id}`.execute(app.db);
  expect(rows).toEqual([{ up_to_pence: 900_000 }]);
});

async function ownRegister(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into registers (name, code, created_at, updated_at) values ('Own', 'OWN', now(), now()) returning id`.execute(
    app.db,
  );
  return rows[0]?.id ?? 0;
}
