import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { audit } from '#domain/audit/audit.contract';
import { imports } from '#domain/imports/import.contract';
import { londonDate } from '#domain/kernel/dates';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf, someCustomer } from '../../../tests/support/books';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let chief: Approver;
let clerk: Approver;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  on = someApprovals(app);
  chief = await on.approver('adjust_ledger');
  clerk = await on.approver('adjust_ledger');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const because = 'Someone with permission must approve this: a write-off or credit above the limit.';
let lastNumber = 0;
const nextNumber = () => `OLD-${(lastNumber += 1)}`;

const opening = (caller: Caller, customer_id: number, amount: string, more: object = {}) =>
  caller.call(openingBalances.addInvoice, {
    body: { kind: 'credit', customer_id, number: nextNumber(), invoice_date: today, amount, ...more },
  });

/** One file of these credits, with the messages of the rows that were not imported. */
async function imported(caller: Caller, customer: number, amounts: readonly string[]): Promise<string[]> {
  const content = csvOf([
    ['Contact', 'Invoice number', 'Invoice date', 'Outstanding'],
    ...amounts.map(amount => [`C-${String(customer).padStart(5, '0')}`, nextNumber(), today, `${amount} CR`]),
  ]);
  const uploaded = await uploadTable(caller, 'opening_invoices', { name: 'open.csv', content });
  const { id, counts } = await checkTable(caller, uploaded);
  const rows = await caller.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } });
  if (counts.new > 0) await commitTable(caller, id);
  return rows.reply.data.flatMap(({ errors }) => errors.map(({ message }) => message));
}

const routes: Readonly<Record<string, (customer: number, amount: string) => Promise<unknown>>> = {
  adjustment: (id, amount) =>
    clerk.call(customerWallet.adjust, {
      params: { id },
      body: { kind: 'credit', amount, reason: 'Goodwill', account_code: '4010' },
    }),
  opening: (id, amount) => opening(clerk, id, amount),
  import: (id, amount) => imported(clerk, id, [amount]),
};

const openCredit = async (customer: number) => {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(amount_pence - allocated_pence), 0)::bigint as open from party_items
    where customer_id = ${customer} and side = 'credit'`.execute(app.db);
  return rows[0]?.open;
};
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('F05 P15 no route leaves a customer more open credit than the limit without approval', async () => {
  await on.limits({ write_off_limit: '50.00' });
  for (const [first, post] of Object.entries(routes)) {
    const customer = await someCustomer(app.db);
    await post(customer, '5000.00');
    expect(await openCredit(customer), `${first} above the limit`).toBe(0);
    await post(customer, '50.00');
    expect(await openCredit(customer), `${first} of the limit itself`).toBe(5000);
    for (const [second, postAgain] of Object.entries(routes)) {
      const halves = await someCustomer(app.db);
      await post(halves, '30.00');
      await postAgain(halves, '30.00');
      expect(await openCredit(halves), `${first} of £30.00, then ${second} of £30.00`).toBe(3000);
    }
  }
  await holds();
});

test('F05 P15 an opening credit above the limit is entered with the approval of exactly that, and an invoice needs none', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const customer = await someCustomer(app.db);
  const client_id = randomUUID();
  const refused = await opening(clerk, customer, '5000.00', { client_id });
  expect([refused.status, refused.refusal.message]).toEqual([403, because]);
  const needs = on.needsOf(refused);
  expect(needs).toEqual([
    { kind: 'customer_credit', customer_id: customer, amount: '5000.00', of: 'credit' },
  ]);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  expect((await opening(clerk, customer, '5000.01', { client_id, approvals })).status, 'more').toBe(403);
  const other = await someCustomer(app.db);
  expect((await opening(clerk, other, '5000.00', { client_id, approvals })).status, 'another').toBe(403);
  expect((await opening(clerk, customer, '5000.00', { client_id, approvals })).status).toBe(200);
  expect((await opening(clerk, customer, '5000.00', { client_id, approvals })).status, 'once').toBe(403);
  expect((await opening(clerk, customer, '50.00')).status, 'what was approved does not count').toBe(200);
  expect((await opening(clerk, customer, '9000.00', { kind: 'invoice' })).status).toBe(200);
  await holds();
});

test('F05 P15 an opening credit that was reversed leaves the limit as it was', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const customer = await someCustomer(app.db);
  const { reply } = await opening(clerk, customer, '50.00');
  expect((await opening(clerk, customer, '0.01')).status).toBe(403);
  await clerk.call(openingBalances.reverse, {
    params: { id: reply.journal_id },
    body: { reason: 'Wrong customer' },
  });
  expect((await opening(clerk, customer, '50.00')).status).toBe(200);
  await holds();
});

test('F05 P15 a row of an import with credit above the limit says where it can be approved; the others are imported', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const customer = await someCustomer(app.db);
  expect(await imported(clerk, customer, ['20.00', '50.01', '30.00', '0.01'])).toEqual([
    `${because} £20.00 has already been written off or credited today without approval. Enter this credit on the Opening Balances page, where it can be approved.`,
    `${because} £50.00 has already been written off or credited today without approval. Enter this credit on the Opening Balances page, where it can be approved.`,
  ]);
  expect(await openCredit(customer)).toBe(5000);
  await holds();
});

test('F33 P15 a user who alone can approve enters and imports any opening credit, and the audit log says so', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const admin = await app.as('admin');
  const customer = await someCustomer(app.db);
  await sql`update users set status = 'inactive' where id <> ${admin.userId}`.execute(app.db);
  try {
    expect((await opening(admin, customer, '5000.00')).status).toBe(200);
    expect(await imported(admin, customer, ['60.00', '70.00'])).toEqual([]);
  } finally {
    await sql`update users set status = 'active'`.execute(app.db);
  }
  expect(await openCredit(customer)).toBe(513_000);
  const { reply } = await admin.call(audit.list, { query: { record_type: 'journal', action: 'posted' } });
  expect(reply.data.slice(0, 3).map(({ after }) => after)).toMatchObject(
    Array.from({ length: 3 }, () => ({ segregation: 'no second approver' })),
  );
  await holds();
});

test('P15 the database refuses an opening credit that is above what was approved', async () => {
  await on.limits({});
  const customer = await someCustomer(app.db);
  expect((await opening(clerk, customer, '30.00')).status).toBe(200);
  // The code saw no limit; the database sees one at the commit.
  await sql`create or replace function approval_limit(name text) returns bigint language sql stable as 'select 5000::bigint'`.execute(
    app.db,
  );
  const { status, refusal } = await opening(clerk, customer, '30.00');
  expect([status, refusal.message]).toEqual([
    409,
    expect.stringMatching(/above the limit\. Have it approved/),
  ]);
});
