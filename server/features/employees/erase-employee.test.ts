import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { employees } from '#domain/employees/employee.contract';
import { emails } from '#domain/emails/email.contract';
import { londonDate } from '#domain/kernel/dates';
import { apiTokens } from '#domain/session/api-token.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { passkeys } from '#domain/session/passkey.contract';
import { units } from '#domain/masters/master.contract';
import { staffOffice } from '../../../tests/support/employees';
import { authenticator } from '../../../tests/support/passkeys';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sealEntries, verifyLog } from '../../kernel/audit';
import { openSecrets } from '../../platform/secrets';

const secrets = openSecrets(randomBytes(32));
let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
beforeAll(async () => {
  app = await startTestApp({ secrets });
  await app.as('admin');
  office = await staffOffice(app);
});
afterAll(() => app.close());

const entries = async () =>
  (
    await sql<{ entry: string }>`select a::text as entry from audit_log a order by id`.execute(app.db)
  ).rows.map(({ entry }) => entry);
/** U4 What other records say of Wilma Teasel: an email sent again, a token, a former address, a second registration. */
async function leaveTracesOutsideTheRecord(
  admin: Caller & { userId: number },
  person: Caller & { userId: number },
) {
  const { rows } = await sql<{ id: number }>`
    insert into emails (message_id, purpose, to_address, subject, status, user_id, created_at, updated_at)
    values ('w1', 'invitation', 'wilma@teasel.example', 'Your account', 'failed', ${person.userId}, now(), now())
    returning id`.execute(app.db);
  expect((await admin.call(emails.retry, { params: { id: rows[0]?.id ?? 0 } })).status).toBe(200);
  // As earlier versions recorded it.
  await sql`
    insert into audit_log (at, actor, actor_id, action, record_type, record_id, record_name, after)
    values (now(), 'Boss', ${admin.userId}, 'email_retried', 'email', 1, 'Your account', '{"to": "Wilma@teasel.example"}')`.execute(
    app.db,
  );
  const token = {
    name: 'Wilma Teasel’s till',
    expires_on: londonDate(new Date()),
    permissions: ['create_master'],
  };
  expect((await person.call(apiTokens.create, { body: token as never })).status).toBe(200);
  await sql`update users set email = 'wilma.teasel@now.example' where id = ${person.userId}`.execute(app.db);
  await sql`
    insert into audit_log (at, actor, actor_id, action, record_type, record_id, record_name, before, after)
    values (now(), 'Boss', ${admin.userId}, 'edited', 'user', ${person.userId}, 'Wilma Teasel', '{"email": "wilma@teasel.example"}',
      '{"email": "wilma.teasel@now.example"}')`.execute(app.db);
  await app.anonymous.call(session.login, {
    body: { email: 'Wilma@teasel.example', password: 'a wrong one' },
  });
  await sql`
    insert into sign_in_attempts (account, address, succeeded, at) values ('wilma@teasel.example', '192.0.2.0/24', true, now())`.execute(
    app.db,
  );
  await admin.call(ownAccount.registration, { body: { open: true } });
  const body = {
    name: 'Wilma Teasel',
    email: 'wilma.teasel@now.example',
    password: 'nine crates of tea leaves',
  };
  await app.anonymous.call(ownAccount.register, { body });
  expect(await shownActions()).toEqual(expect.arrayContaining(['sign-in_refused', 'registration_refused']));
}
const shownActions = async () =>
  (
    await sql<{ action: string }>`
      select action from audit_log where record_id is null and record_name ilike '%teasel%'`.execute(app.db)
  ).rows.map(({ action }) => action);

const seal = () => sealEntries(app.db, secrets.signing, () => new Date());

test('F106 an erased employee stands in no entry of the audit log, as record or as the one who did it', async () => {
  const admin = await app.as('admin');
  const person = await app.as('create_master');
  await sql`update users set name = 'Wilma Teasel', email = 'wilma@teasel.example' where id = ${person.userId}`.execute(
    app.db,
  );
  const employee = await office.hired(
    { name: 'Wilma Teasel', phone: '01632 960444', user_id: person.userId },
    admin,
  );
  await admin.call(employees.update, {
    params: { id: employee.id },
    body: { ...office.body(), name: 'Wilma Teasel-Brown', user_id: person.userId } as never,
  });
  await admin.call(employeePay.save, {
    params: { id: employee.id },
    body: { account_name: 'W Teasel', sort_code: '60-83-71', account_number: '10374982' } as never,
  });
  expect((await person.call(units.create, { body: { name: 'Gross' } })).status).toBe(200);
  const device = authenticator();
  const { options } = (await person.call(passkeys.start)).reply;
  const body = { name: 'Wilma Teasel’s phone', credential: device.create(options) };
  expect((await person.call(passkeys.add, { body })).status).toBe(200);
  const asked = (await app.anonymous.call(passkeys.startSignIn)).reply;
  const assertion = device.answer(asked.options);
  expect((await app.anonymous.call(passkeys.signIn, { body: { assertion } })).status).toBe(200);
  await person.call(passkeys.startConfirmation);
  await sql`
    insert into provider_links (user_id, issuer, subject, email, created_at)
    values (${person.userId}, 'https://id.example', 'w', 'wilma.teasel@id.example', now())`.execute(app.db);
  await sql`
    insert into provider_attempts (state_hash, browser_hash, purpose, user_id, issuer, nonce, code_verifier, created_at, expires_at)
    values ('s', 'b', 'confirm', ${person.userId}, 'https://id.example', 'n', 'v', now(), now() + interval '1 minute')`.execute(
    app.db,
  );
  await leaveTracesOutsideTheRecord(admin, person);
  expect((await office.step(employee, 'leave', {}, admin)).status).toBe(200);
  await seal();
  expect((await entries()).filter(entry => /teasel/i.test(entry)).length).toBeGreaterThan(3);

  const { status } = await admin.call(employees.erase, {
    params: { id: employee.id },
    body: { reason: 'Asked by letter' },
  });
  expect(status).toBe(200);
  expect((await entries()).filter(entry => /teasel|01632 960444/i.test(entry))).toEqual([]);
  const { rows } = await sql<Record<string, unknown>>`
    select name, email, password_hash, status from users where id = ${person.userId}`.execute(app.db);
  expect(rows[0]).toEqual({
    name: `Erased employee ${employee.number}`,
    email: `erased-${person.userId}@erased.invalid`,
    password_hash: null,
    status: 'inactive',
  });
  const left = await sql<{ count: number }>`
    select (select count(*) from passkeys where user_id = ${person.userId})
      + (select count(*) from passkey_challenges where user_id = ${person.userId})
      + (select count(*) from provider_links where user_id = ${person.userId})
      + (select count(*) from provider_attempts where user_id = ${person.userId}) as count`.execute(app.db);
  expect(left.rows).toEqual([{ count: 0 }]);
  const tried = await sql`select from sign_in_attempts where account ilike '%teasel%'`.execute(app.db);
  expect(tried.rows, 'U4 former addresses').toEqual([]);
  // What they did is still told apart from what others did.
  const did = await sql<{ actor: string }>`
    select distinct actor from audit_log where actor_id = ${person.userId}`.execute(app.db);
  expect(did.rows).toEqual([{ actor: `Erased user ${person.userId}` }]);
  await seal();
  expect(await verifyLog(app.db, secrets.signing)).toMatchObject({ intact: true, firstBrokenId: null });
});

test('F53 words can only be erased with their salt, and nothing else of an entry changes', async () => {
  const clerk = await app.as('create_master');
  await clerk.call(units.create, { body: { name: 'Dozen' } });
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(app.db);
  const id = rows[0]?.id ?? 0;
  for (const change of [
    `before = null, after = null, record_name = null, erased_at = now()`,
    `before = null, after = '{"name": "x"}', record_name = null, subject_salt = null, erased_at = now()`,
    `record_name = null, before = null, after = null, subject_salt = null, action = 'deleted', erased_at = now()`,
    `actor = 'Nobody', address = null, actor_salt = null, actor_erased_at = now()`,
    `subject_hash = '', record_name = null, before = null, after = null, subject_salt = null, erased_at = now()`,
  ])
    await expect(
      sql.raw(`update audit_log set ${change} where id = ${id}`).execute(app.db),
      change,
    ).rejects.toThrow('append-only');
});

test('F106 where an erased person signed in from, and with which address, is forgotten at once', async () => {
  const admin = await app.as('admin');
  const person = await app.as('create_master');
  await sql`update users set email = 'Nell@signs.example' where id = ${person.userId}`.execute(app.db);
  const employee = await office.hired({ name: 'Nell Signs', user_id: person.userId }, admin);
  const attempts = async () =>
    (
      await sql<{ account: string }>`
        select distinct account from sign_in_attempts where account like '%@signs.example' order by account`.execute(
        app.db,
      )
    ).rows.map(({ account }) => account);
  for (const account of ['nell@signs.example', 'nell@signs.example', 'other@signs.example'])
    await sql`insert into sign_in_attempts (account, address, succeeded, at) values (${account}, '192.0.2.0/24', true, now())`.execute(
      app.db,
    );
  const params = { id: employee.id };
  expect((await admin.call(employees.changeStatus, { params, body: { step: 'leave' } })).status).toBe(200);
  expect((await admin.call(employees.erase, { params, body: { reason: 'Asked' } })).status).toBe(200);
  expect(await attempts()).toEqual(['other@signs.example']);
});
