import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { employees } from '#domain/employees/employee.contract';
import { businessRows } from '../../../tests/support/business-rows';
import { staffOffice } from '../../../tests/support/employees';
import { someMessage } from '../../../tests/support/mailbox';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { withoutRandom } from '../../../tests/support/without-random';

let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
let payroll: Caller;
beforeAll(async () => {
  app = await startTestApp();
  office = await staffOffice(app, 'export_data', 'view_audit');
  payroll = await app.as('view_employee', 'edit_employee', 'view_pay');
});
afterAll(() => app.close());

const details = {
  pay: '31250.00',
  pay_per: 'year',
  bank_name: 'Severn Bank',
  account_name: 'I Hartley',
  sort_code: '201196',
  account_number: '5537 9911',
  national_insurance_number: 'ab 12 34 56 c',
  tax_code: '1257l',
} as const;
const secretTexts = [
  '31250',
  '3125000',
  '20-11-96',
  '201196',
  '55379911',
  'AB123456C',
  '1257L',
  'Severn Bank',
];
const get = async (id: number, who = payroll) => who.call(employeePay.get, { params: { id } });
const save = (id: number, body: object = details, who = payroll) =>
  who.call(employeePay.save, { params: { id }, body: body as never });

test('K8 pay, bank and National Insurance details are stored as entered, with permission', async () => {
  const { id } = await office.hired();
  expect((await get(id)).reply).toMatchObject({ pay: null, version: 0, changed_by: null });
  const { reply } = await save(id, { ...details, version: 0 });
  expect(reply).toMatchObject({
    pay: 3_125_000,
    pay_per: 'year',
    sort_code: '20-11-96',
    account_number: '55379911',
    national_insurance_number: 'AB123456C',
    tax_code: '1257L',
    version: 1,
  });
  expect((await get(id)).reply).toEqual(reply);
  expect((await get(id, office.keeper)).status).toBe(403);
  expect((await save(id, details, office.keeper)).status).toBe(403);
  expect((await get(999_999)).status).toBe(404);
  expect((await save(999_999)).status).toBe(404);
});

test('K8 none of it is in the database in clear text, nor in the audit log, an export, a list or a search', async () => {
  const { id, number } = await office.hired();
  await save(id);
  await save(id, { ...details, pay: '32500.00' });
  const everything = await businessRows(app.db);
  const { rows } = await sql<{ text: string }>`
    select string_agg((to_jsonb(a)
      - '{request_id, hash, previous_hash, subject_salt, subject_hash, actor_salt, actor_hash}'::text[])::text, ' ') as text
    from audit_log a where record_type = 'employee' and record_id = ${id}`.execute(app.db);
  const list = await office.keeper.call(employees.list);
  const page = await office.keeper.call(employees.get, { params: { id } });
  const csv = await office.keeper.call(employees.export, { query: { format: 'csv' } });
  const log = await office.keeper.call(audit.list);
  for (const text of [...secretTexts, '32500'])
    for (const place of [
      everything,
      withoutRandom(rows[0]?.text ?? ''),
      ...[list, page, csv, log].map(({ raw }) => withoutRandom(raw.toString())),
    ])
      expect(place).not.toContain(text);
  expect((await app.audits(1))[0]).toMatchObject({
    action: 'pay_details_changed',
    before: null,
    after: null,
  });
  for (const search of ['AB123456C', '55379911', 'severn'])
    expect((await office.keeper.call(employees.list, { query: { search } })).reply.total).toBe(0);
  expect(csv.raw.toString()).toContain(number);
});

test('K8 an encrypted text cannot be decrypted for another employee, and one with a different key says so', async () => {
  const [one, other] = [await office.hired(), await office.hired()];
  await save(one.id);
  await save(other.id, { ...details, pay: '1.00' });
  await sql`update employee_pay set sealed = (select sealed from employee_pay where employee_id = ${one.id}) where employee_id = ${other.id}`.execute(
    app.db,
  );
  const moved = await get(other.id);
  expect([moved.status, moved.refusal.message]).toEqual([
    503,
    expect.stringContaining('cannot be decrypted'),
  ]);
  const { openSecrets } = await import('../../platform/secrets');
  const sealed = openSecrets(Buffer.alloc(32, 7)).seal('{}', `employee ${other.id} pay`);
  await sql`update employee_pay set sealed = ${sealed} where employee_id = ${other.id}`.execute(app.db);
  const foreign = await get(other.id);
  expect([foreign.status, foreign.refusal.message]).toEqual([
    503,
    expect.stringContaining('a different key'),
  ]);
  expect((await get(one.id)).status).toBe(200);
});

test('the second of two concurrent edits gets a conflict; invalid numbers are refused by field', async () => {
  const { id } = await office.hired();
  const both = await Promise.all([1, 2].map(() => save(id, { ...details, version: 0 })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const before = await app.digest();
  for (const [field, value] of [
    ['sort_code', '20-11-9'],
    ['account_number', '123456'],
    ['national_insurance_number', 'BG123456A'],
    ['national_insurance_number', 'AB123456E'],
    ['pay', '-1.00'],
    ['pay_per', 'fortnight'],
  ] as const)
    expect((await save(id, { ...details, [field]: value })).refusal.errors).toHaveProperty(field);
  expect(await app.digest()).toBe(before);
});

test('K6 K8 all data held on an employee is exported, with pay for users with permission', async () => {
  const employee = await office.hired({ name: 'Jonas Kettle', phone: '01632 960555' });
  await save(employee.id);
  const give = async (who: Caller) =>
    (await who.call(employees.personalData, { params: { id: employee.id } })).raw.toString();
  const plain = await give(office.keeper);
  expect(JSON.parse(plain)).toMatchObject({
    employee: { number: employee.number, phone: '01632 960555', steps: [{ step: 'start' }] },
    documents: [],
    hours: [],
    history: [{ action: 'created' }, { action: 'pay_details_changed' }, { action: 'exported' }],
  });
  expect(plain).not.toContain('AB123456C');
  const whole = await give(await app.as('view_employee', 'export_data', 'view_pay'));
  expect(JSON.parse(whole)).toMatchObject({ pay: { pay: '31250.00', sort_code: '20-11-96' }, wages: [] });
  // The audit log has its own permission, and the file says what is missing.
  expect(JSON.parse(whole)).not.toHaveProperty('history');
  const elsewhere = [
    { what: 'account', needs: 'view_user' },
    { what: 'expenses paid with own money', needs: 'view_expense' },
    { what: 'emails', needs: 'view_email' },
  ];
  expect(JSON.parse(whole).left_out).toEqual([{ what: 'history', needs: 'view_audit' }, ...elsewhere]);
  // The keeper sees expenses.
  expect(JSON.parse(plain).left_out).toEqual([
    { what: 'pay and wages', needs: 'view_pay' },
    ...elsewhere.filter(({ needs }) => needs !== 'view_expense'),
  ]);
  expect((await app.audits(1))[0]).toMatchObject({
    action: 'exported',
    record_type: 'employee',
    record_name: 'Jonas Kettle',
    after: { exported: 'personal data' },
  });
});

test('K6 the account, claims and mail of an employee are in the file too', async () => {
  const person = await app.as('view_expense', 'create_expense');
  const employee = await office.hired({ user_id: person.userId });
  await sql`
    insert into expenses (expense_date, description, settlement, net_pence, vat_pence, gross_pence, created_by, created_at,
      changed_by, updated_at)
    select '2026-11-02', 'Train to Leeds', 'own_money', 4200, 0, 4200, ${person.userId}::bigint, now(), ${person.userId}::bigint, now()`.execute(
    app.db,
  );
  await sql`
    insert into emails (message_id, purpose, to_address, subject, body_text, user_id, created_at, updated_at)
    values ('kept', 'document-expiry', 'p@firm.example', '1 document expires soon', 'E-1', ${person.userId}, now(), now())`.execute(
    app.db,
  );
  const message = await someMessage(app.db, { subject: 'My new address', text: 'I moved to Leeds.' });
  await sql`
    insert into mail_links (message_key, record_type, record_id, linked_at)
    select mail_message_key(message_id, received_at, bytes, from_address), 'employee', ${employee.id}::bigint, now()
    from mail_messages where id = ${message}`.execute(app.db);
  const who = await app.as('view_employee', 'export_data', 'view_user', 'view_expense', 'view_email');
  const { raw } = await who.call(employees.personalData, { params: { id: employee.id } });
  expect(JSON.parse(raw.toString())).toMatchObject({
    account: { status: 'active' },
    expenses: [{ description: 'Train to Leeds', pence: 4200 }],
    emails: [{ subject: '1 document expires soon', to: 'p@firm.example' }],
    linked_messages: [{ subject: 'My new address', text: 'I moved to Leeds.' }],
  });
});

test('K3 K4 erasing an employee removes the pay details', async () => {
  const eraser = await app.as('delete_employee');
  const employee = await office.hired();
  await save(employee.id);
  await office.step(employee, 'leave');
  await eraser.call(employees.erase, { params: { id: employee.id }, body: { reason: 'Asked for' } });
  expect((await get(employee.id)).reply).toMatchObject({ pay: null, version: 0 });
  expect((await save(employee.id)).status).toBe(409);
});
