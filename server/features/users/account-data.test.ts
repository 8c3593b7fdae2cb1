import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { employees } from '#domain/employees/employee.contract';
import { staffOffice } from '../../../tests/support/employees';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { ownedByPerson } from './erase-account';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Table = (typeof ownedByPerson)[number];

/** Secrets that are used up within minutes or days, and say nothing about the person. */
const onlySecrets: readonly Table[] = ['password_links', 'passkey_challenges', 'provider_attempts'];

const moment = '2026-01-02T03:04:05Z';
const plants: Partial<Record<Table, { columns: string; values: string; shown: string }>> = {
  sessions: {
    columns: 'token_hash, description, address, created_at, last_seen_at, expires_at',
    values: `'x', 'Planted device', '203.0.113.7', now(), now(), now() + interval '1 day'`,
    shown: 'Planted device',
  },
  user_pins: { columns: 'pin_hash, set_at', values: `'x', '${moment}'`, shown: '"pin_set_at": "2026-01-02' },
  two_factors: {
    columns: 'sealed_secret, created_at, confirmed_at',
    values: `'x', '${moment}', '${moment}'`,
    shown: '"two_factor_since": "2026-01-02',
  },
  api_tokens: {
    columns: 'name, token_hash, permissions, created_at, expires_at',
    values: `'Planted token', '\\x01', array['view_sale'], now(), now() + interval '1 day'`,
    shown: 'Planted token',
  },
  passkeys: {
    columns: 'name, credential_id, public_key, use_count, transports, created_at',
    values: `'Planted passkey', 'c', '\\x01', 0, array[]::text[], now()`,
    shown: 'Planted passkey',
  },
  provider_links: {
    columns: 'issuer, subject, email, created_at',
    values: `'https://id.example', 's', 'planted@id.example', now()`,
    shown: 'planted@id.example',
  },
  mail_signatures: {
    columns: 'signature, updated_at',
    values: `'Planted signature', now()`,
    shown: 'Planted signature',
  },
  user_preferences: {
    columns: 'key, value, updated_at',
    values: `'planted', '{}', now()`,
    shown: '"planted": {}',
  },
  emails: {
    columns: 'message_id, purpose, to_address, subject, created_at, updated_at',
    values: `'m', 'invitation', 'p@firm.example', 'Planted email', now(), now()`,
    shown: 'Planted email',
  },
  mail_drafts: {
    columns: 'kind, subject, created_at, updated_at',
    values: `'new', 'Planted draft', now(), now()`,
    shown: 'Planted draft',
  },
  record_notes: {
    columns: 'record_type, record_id, body, author_id, created_at',
    values: `'user', USER, 'Planted note', USER, now()`,
    shown: 'Planted note',
  },
};

test('U5 K6 what an erasure takes from the account is in the file of its employee, with the entries about it', async () => {
  const office = await staffOffice(app);
  const admin = await app.as('admin');
  const person = await app.as('view_pos');
  const id = person.userId;
  const employee = await office.hired({ user_id: id }, admin);
  for (const [table, { columns, values }] of Object.entries(plants)) {
    const owner = table === 'record_notes' ? '' : 'user_id, ';
    const own = table === 'record_notes' ? '' : `${id}, `;
    await sql
      .raw(
        `insert into ${table} (${owner}${columns}) values (${own}${values.replaceAll('USER', String(id))})`,
      )
      .execute(app.db);
  }
  for (const [type, after] of [
    ['session', '{"said": "planted sign-in"}'],
    ['user', '{"said": "planted change"}'],
  ])
    await sql`
      insert into audit_log (at, actor, actor_id, address, action, record_type, record_id, record_name, after)
      values (now(), 'P', ${id}, '198.51.100.9', 'tested', ${type}, ${id}, 'P', ${after}::jsonb)`.execute(
      app.db,
    );
  const fileOf = async (who: typeof admin) =>
    (await who.call(employees.personalData, { params: { id: employee.id } })).raw.toString();
  const file = await fileOf(admin);
  for (const table of ownedByPerson)
    if (!onlySecrets.includes(table)) expect(file, table).toContain(plants[table]?.shown ?? 'a plant');
  for (const said of ['planted sign-in', 'planted change', '203.0.113.7', '198.51.100.9'])
    expect(file).toContain(said);
  expect(JSON.parse(file)).toMatchObject({ left_out: [] });

  const clerk = await app.as('view_employee', 'export_data');
  const partly = await fileOf(clerk);
  expect(partly).not.toMatch(/planted/i);
  expect(JSON.parse(partly).left_out).toEqual(
    expect.arrayContaining([
      { what: 'history', needs: 'view_audit' },
      { what: 'account', needs: 'view_user' },
      { what: 'emails', needs: 'view_email' },
    ]),
  );
});
