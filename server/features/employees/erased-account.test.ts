import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { employees } from '#domain/employees/employee.contract';
import { cashiers } from '#domain/tills/cashier.contract';
import { users } from '#domain/users/user.contract';
import { staffOffice } from '../../../tests/support/employees';
import { someMessage } from '../../../tests/support/mailbox';
import { openTill } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { verifyLog } from '../../kernel/audit';
import { hashPassword } from '../session';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
let office: Awaited<ReturnType<typeof staffOffice>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  office = await staffOffice(app);
});
afterAll(() => app.close());

/** A user with a name and an employee. */
async function colleague(name: string) {
  const person = await app.as('view_pos', 'create_sale');
  await sql`update users set name = ${name} where id = ${person.userId}`.execute(app.db);
  return { person, employee: await office.hired({ name, user_id: person.userId }, admin) };
}
async function leaveAndErase(employee: { id: number }): Promise<void> {
  const left = await office.step(employee, 'leave', { reason: 'Ill health of Tilda Thistle' }, admin);
  expect(left.refusal).toBeUndefined();
  const erased = await admin.call(employees.erase, { params: employee, body: { reason: 'Asked' } });
  expect(erased.refusal).toBeUndefined();
}
const kept = async (table: string, words: string) =>
  (
    await sql<{ entry: string }>`
      select t::text as entry from ${sql.table(table)} t where t::text ilike ${`%${words}%`}`.execute(app.db)
  ).rows.map(({ entry }) => entry);

test('F106 an erased account cannot be used again, and what an earlier version did with one is shown', async () => {
  const { person, employee } = await colleague('Nora Nettle');
  await leaveAndErase({ id: employee.id });
  const params = { id: person.userId };
  const refusal = 'This account was erased with its employee, so it cannot be changed or used again.';
  for (const call of [users.activate, users.resetPassword, users.signOut])
    expect((await admin.call(call, { params })).refusal.message, call.path).toBe(refusal);
  const body = { name: 'Nora', email: 'nora@back.example', role_ids: [] };
  expect((await admin.call(users.update, { params, body })).refusal.message).toBe(refusal);
  expect((await admin.call(users.get, { params })).reply.can.edit).toEqual({
    allowed: false,
    reason: refusal,
  });
  const linked = await admin.call(employees.create, { body: office.body({ user_id: person.userId }) });
  expect(linked.refusal.errors).toEqual({
    user_id: ['This account was erased with its employee. Choose another.'],
  });
  for (const change of [
    sql`update users set status = 'active' where id = ${person.userId}`,
    sql`update users set name = 'Nora' where id = ${person.userId}`,
    sql`update users set erased_at = null where id = ${person.userId}`,
  ])
    await expect(change.execute(app.db)).rejects.toMatchObject({ constraint: 'users_stay_erased' });

  await sql`
    insert into audit_log (at, actor, action, record_type, record_id, record_name, after)
    values (now(), 'Someone', 'activated', 'user', ${person.userId}, 'Opened again', '{"status": "active"}')`.execute(
    app.db,
  );
  const { reply } = await admin.call(audit.list, {
    query: { record_type: 'user', record_id: String(person.userId) },
  });
  expect(reply.data[0]).toMatchObject({ record_name: 'Opened again', after: { status: 'active' } });
  expect(reply.data.at(-1)).toMatchObject({ record_name: `Erased user ${person.userId}`, after: null });
});

test('K3 notes on the account, emails, drafts, notifications, reasons and answers are erased with it', async () => {
  const { person, employee } = await colleague('Tilda Thistle');
  const id = person.userId;
  await admin.call(users.update, {
    params: { id },
    body: { name: 'Tilda Thistle', email: 'tilda@thistle.example', role_ids: [] },
    headers: { 'idempotency-key': 'tilda' },
  });
  await sql`
    insert into record_notes (record_type, record_id, body, author_id, created_at)
    values ('user', ${id}, 'Tilda Thistle has lost her key', ${admin.userId}, now())`.execute(app.db);
  await sql`
    insert into emails (message_id, purpose, to_address, subject, status, user_id, created_at, updated_at, sent_at)
    values ('t1', 'password-reset', 'tilda@thistle.example', 'Set a new password', 'sent', ${id}, now(), now(), now())`.execute(
    app.db,
  );
  await sql`insert into mail_drafts (user_id, kind, to_addresses, subject, body, created_at, updated_at)
    values (${id}, 'new', array['x@y.example'], 'From Tilda Thistle', '', now(), now())`.execute(app.db);
  for (const [kind, key, words] of [
    ['failed_sign_ins', `${id} 1`, 'Several wrong passwords were entered for Tilda Thistle.'],
    ['blocked_pin', `${admin.userId} ${id} 1`, 'Wrong PINs where Tilda Thistle is signed in.'],
    ['order_approval', '1', 'Tilda Thistle asks you to approve PO-1 to Acme, £1.00.'],
    ['expense_approval', '1', 'Tilda Thistle asks you to approve expense EXP-1, “Tea”, £1.00.'],
    ['own_decided_expense', `${id} 1 1`, 'Your expense EXP-1, “Taxi of Tilda Thistle”, £1.00, was approved.'],
    ['own_decided_order', `${id} 1 1`, 'PO-1 to Thistle & Co, £1.00, was approved.'],
    ['order_approval', '2', 'Otto Other asks you to approve PO-2 to Acme, £1.00.'],
  ])
    await sql`insert into notifications (kind, key, words, link, raised_at)
      values (${kind}, ${key}, ${words}, '/audit', now())`.execute(app.db);
  // U9 The hours stay, and who corrected them.
  await sql`
    insert into time_entries (employee_id, business_date, clocked_in_at, clocked_out_at, corrected_by, corrected_at, correction_reason,
      created_at)
    values (${employee.id}, '2026-11-02', '2026-11-02T09:00Z', '2026-11-02T12:00Z', ${admin.userId}, now(), 'Son of T Thistle was ill', now())`.execute(
    app.db,
  );
  await leaveAndErase({ id: employee.id });
  for (const table of [
    'time_entries',
    'record_notes',
    'emails',
    'mail_drafts',
    'notifications',
    'employee_steps',
    'audit_log',
  ])
    expect(await kept(table, 'thistle'), table).toEqual([]);
  expect(await kept('idempotency_keys', 'thistle')).toEqual([]);
  expect(await kept('notifications', 'Otto Other')).toHaveLength(1);
  const step = sql`update employee_steps set step = 'start', reason = null where employee_id = ${employee.id}`;
  await expect(step.execute(app.db)).rejects.toThrow('append-only');
});

test('U3 emails linked to an erased employee no longer name them, and none can be linked again', async () => {
  const { employee } = await colleague('Lena Lupin');
  const message = await someMessage(app.db, { subject: 'My new address', from: 'lena@lupin.example' });
  const link = () =>
    admin.call(inbox.link, { params: { id: message }, body: { type: 'employee', record_id: employee.id } });
  expect((await link()).status).toBe(200);
  await leaveAndErase({ id: employee.id });
  const query = { type: 'employee' as const, id: String(employee.id) };
  expect((await admin.call(inbox.ofRecord, { query })).reply.data).toEqual([]);
  expect((await admin.call(inbox.get, { params: { id: message } })).reply.links).toEqual([]);
  const again = await link();
  expect([again.status, again.refusal?.message]).toEqual([
    409,
    'The personal data of this record has been erased. Choose another.',
  ]);
});

test('U13 F48 only a user with its permissions erases an account with its employee', async () => {
  const chief = await app.as('admin');
  const employee = await office.hired({ name: 'Chief Chervil', user_id: chief.userId }, admin);
  expect((await office.step(employee, 'leave', {}, admin)).status).toBe(200);
  const personnel = await app.as('view_employee', 'delete_employee');
  const erase = (who: typeof admin) =>
    who.call(employees.erase, { params: employee, body: { reason: 'Asked' } });
  const refused = await erase(personnel);
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    'Only an administrator can change an administrator.',
  ]);
  expect((await erase(admin)).status).toBe(200);
});

/** As earlier versions wrote the log: names in what they say about other records. */
async function oldEntries(by: number, other: number, name: string): Promise<void> {
  for (const [action, type, id, after] of [
    ['edited', 'employee', other, { manager: name }],
    ['edited', 'employee', other, { manager: 'Someone Else' }],
    ['approved', 'till_session', 1, { at_device_of: name }],
    ['signed_in_by_pin', 'session', 1, { at_device_of: name }],
    ['cashier_changed', 'till_session', 1, { note: name }],
  ] as const)
    await sql`
      insert into audit_log (at, actor, actor_id, action, record_type, record_id, record_name, after)
      values (now(), 'Boss', ${admin.userId}, ${action}, ${type}, ${id}, 'Other', ${JSON.stringify(after)}::jsonb)`.execute(
      app.db,
    );
  const client = '8b0d1f5e-6d0a-4c57-9a51-0d5f1f0c7f11';
  await sql`
    insert into approvals (client_id, kind, subject, asked_by, approved_by, approved_at)
    values (${client}, 'void', '{}', ${admin.userId}, ${by}, now())`.execute(app.db);
  await sql`
    insert into audit_log (at, actor, action, record_type, record_name, after)
    values (now(), 'Boss', 'approved', 'basket', ${client}, ${JSON.stringify({ approved_by: name })}::jsonb)`.execute(
    app.db,
  );
}

test('F53 F106 other records name a manager, cashier or device by number, and old entries with names are emptied', async () => {
  const till = await openTill(app.db);
  const { person, employee } = await colleague('Bram Briar');
  const report = await office.hired({ name: 'Rita Report', manager_id: employee.id }, admin);
  await sql`insert into user_pins (user_id, pin_hash, set_at) values (${person.userId}, ${await hashPassword('2580')}, now())`.execute(
    app.db,
  );
  const device = await app.as('view_pos', 'create_sale');
  const changed = await device.call(cashiers.change, {
    body: { user_id: person.userId, pin: '2580', session_id: till },
  });
  expect(changed.refusal).toBeUndefined();
  const { reply } = await admin.call(audit.list, {
    query: { record_type: 'employee', record_id: String(report.id) },
  });
  expect(reply.data[0]?.after).toMatchObject({ manager_id: employee.id });
  expect(reply.data[0]?.changes).toContainEqual(
    expect.objectContaining({ label: 'Manager', after: 'Bram Briar' }),
  );

  await oldEntries(person.userId, report.id, 'Bram Briar');
  const moved = await admin.call(employees.update, {
    params: { id: report.id },
    body: office.body({ name: 'Rita Report' }),
  });
  expect(moved.refusal).toBeUndefined();
  await leaveAndErase({ id: employee.id });
  expect(await kept('audit_log', 'briar')).toEqual([]);
  expect(await kept('till_events', 'briar')).toEqual([]);
  expect(await kept('audit_log', 'Someone Else')).toHaveLength(1);
  expect(await verifyLog(app.db, null)).toMatchObject({ intact: true, firstBrokenId: null });
  // Only what an erasure lists may be empty.
  await sql`
    update audit_log set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
    where after ->> 'manager' = 'Someone Else'`.execute(app.db);
  expect(await verifyLog(app.db, null)).toMatchObject({ intact: false });
});
