import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { employees } from '#domain/employees/employee.contract';
import { sampleData } from '#domain/get-started/sample-data.contract';
import { staffOffice } from '../../../tests/support/employees';
import { newInstallation } from '../../../tests/support/new-installation';
import { rowsOf } from '../../../tests/support/table-rows';
import type { TestApp } from '../../../tests/support/test-app';
import { sealEntries, verifyLog } from '../../kernel/audit';
import { openSecrets } from '../../platform/secrets';

const secrets = openSecrets(randomBytes(32));
const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

async function newBusiness() {
  const app = await newInstallation({ secrets });
  opened.push(app);
  const admin = await app.as('admin');
  return {
    app,
    admin,
    mark: () =>
      sql`insert into sample_data (started_at, started_by, alive_at, finished_at)
        select now(), min(id), now(), now() from users`.execute(app.db),
    remove: async () => {
      const { journals } = (await admin.call(sampleData.show)).reply;
      expect((await admin.call(sampleData.remove, { body: { journals } })).status).toBe(200);
    },
    queue: async (about: { user?: number; customer?: number; status?: string }) => {
      const { rows } = await sql<{ id: number }>`
        insert into emails (message_id, purpose, to_address, subject, status, user_id, customer_id, created_at, updated_at)
        values (${randomUUID()}, 'invitation', 'wilma@teasel.example', 'Wilma', ${about.status ?? 'queued'},
          ${about.user ?? null}, ${about.customer ?? null}, now(), now()) returning id`.execute(app.db);
      return rows[0]?.id ?? 0;
    },
    emails: async () => (await sql`select id, status from emails order by id`.execute(app.db)).rows,
  };
}

/** Every row of every table, the copy for the removal of sample data included. */
const everything = async ({ db }: TestApp) =>
  JSON.stringify(
    await rowsOf(
      db,
      sql<{
        name: string;
      }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ),
  );

test('K3 K7 who is erased while there is sample data is in no copy, and stays erased after its removal', async () => {
  const { app, admin, mark, remove, queue } = await newBusiness();
  const { reply: customer } = await admin.call(customers.create, {
    body: { kind: 'company', name: 'Teasel Ltd', contact_person: 'Wilma Teasel', notes: 'Teasel pays late' },
  });
  await queue({ customer: customer.id });
  const office = await staffOffice(app);
  const employee = await office.hired({ name: 'Wilma Teasel', notes: 'Teasel' }, admin);
  await admin.call(employeePay.save, {
    params: { id: employee.id },
    body: { account_name: 'W Teasel', sort_code: '60-83-71', account_number: '10374982' } as never,
  });
  await mark();
  expect((await office.step(employee, 'leave', {}, admin)).status).toBe(200);
  const body = { reason: 'Asked by letter' };
  expect((await admin.call(customers.erase, { params: { id: customer.id }, body })).status).toBe(200);
  expect((await admin.call(employees.erase, { params: { id: employee.id }, body })).status).toBe(200);
  expect(await everything(app)).not.toMatch(/teasel/i);
  await remove();
  expect(await everything(app)).not.toMatch(/teasel/i);
  const { rows } = await sql`
    select name, erased_at is not null as erased, erased_reason as reason from customers where id = ${customer.id}
    union all select name, erased_at is not null, status from employees where id = ${employee.id}
    union all select 'pay', count(*) > 0, null from employee_pay`.execute(app.db);
  expect(rows).toEqual([
    { name: `Erased customer ${customer.id}`, erased: true, reason: 'Asked by letter' },
    { name: `Erased employee ${employee.number}`, erased: true, reason: 'left' },
    { name: 'pay', erased: false, reason: null },
  ]);
  await sealEntries(app.db, secrets.signing, () => new Date());
  expect(await verifyLog(app.db, secrets.signing)).toMatchObject({ intact: true });
});

test('R19 an email that was sent while there was sample data is not sent again, and one to a user still is', async () => {
  const { app, admin, mark, remove, queue, emails } = await newBusiness();
  const person = await app.as('view_dashboard');
  const { reply: customer } = await admin.call(customers.create, { body: { kind: 'person', name: 'Ann' } });
  const sent = await queue({ customer: customer.id });
  const deleted = await queue({ customer: customer.id });
  const reset = await queue({ user: person.userId });
  await mark();
  const invitation = await queue({ user: person.userId });
  const { reply: tried } = await admin.call(customers.create, { body: { kind: 'person', name: 'Tried' } });
  await queue({ customer: tried.id });
  await sql`insert into files (sha256, bytes, content_type, created_at) values (${'a'.repeat(64)}, 1, 'text/plain', now())`.execute(
    app.db,
  );
  await sql`insert into email_attachments (email_id, position, file_name, sha256)
    values (${invitation}, 0, 'welcome.txt', ${'a'.repeat(64)})`.execute(app.db);
  await sql`update emails set status = 'sent', sent_at = now() where id in (${sent}, ${reset})`.execute(
    app.db,
  );
  await sql`delete from emails where id = ${deleted}`.execute(app.db);
  await remove();
  expect(await emails()).toEqual([
    { id: sent, status: 'sent' },
    { id: deleted, status: 'unconfirmed' },
    { id: reset, status: 'sent' },
    { id: invitation, status: 'queued' },
  ]);
  const { rows } = await sql`select email_id, file_name from email_attachments`.execute(app.db);
  expect(rows).toEqual([{ email_id: invitation, file_name: 'welcome.txt' }]);
});
