import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { employeeBulkEmail } from '#domain/employees/employee-bulk-email.contract';
import { employees } from '#domain/employees/employee.contract';
import { confirmed, previewOf, startBulkEmail } from '../../../tests/support/bulk-emails';
import { staffOffice } from '../../../tests/support/employees';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let office: Awaited<ReturnType<typeof staffOffice>>;
/** May see employees and write emails. */
let clerk: Caller & { userId: number };
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  await app.as('admin');
  office = await staffOffice(app);
  clerk = await app.as('view_employee', 'create_email');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const texts = { subject: 'Rota of {{employee}}', message: 'Dear {{employee}},\nwe open at 8 on Monday.' };
const sentTo = (address: string) => sink.delivered.filter(({ to }) => to[0] === address);
async function doneAs(who: Caller, id: number) {
  await expect
    .poll(async () => (await who.call(bulkEmails.get, { params: { id } })).reply, { timeout: 60_000 })
    .toMatchObject({ state: 'done' });
}
/** What an email leaves; other tables are written by jobs meanwhile. */
const written = async () =>
  (
    await sql<Record<'emails' | 'bulk_emails' | 'rows', number>>`
      select (select count(*) from emails) as emails, (select count(*) from bulk_emails) as bulk_emails,
        (select count(*) from bulk_email_rows) as rows`.execute(app.db)
  ).rows;
/** How many answers that are kept for repeated requests have this text. */
const answersWith = async (text: string) =>
  (
    await sql<{ count: number }>`
      select count(*) from idempotency_keys where strpos(answer::text, ${text}) > 0`.execute(app.db)
  ).rows[0]?.count;
async function delivered(address: string, count = 1) {
  await expect.poll(() => sentTo(address).length, { timeout: 60_000 }).toBe(count);
}

test('each selected employee gets the message at their own address; those without one or who left are named', async () => {
  const ada = await office.hired({ name: 'Quayside Ada', email: 'ada@quayside.example' });
  await office.hired({ name: 'Quayside Bea', email: 'bea@quayside.example' });
  await office.hired({ name: 'Quayside Cy' });
  const di = await office.hired({ name: 'Quayside Di', email: 'di@quayside.example' });
  expect((await office.step(di, 'leave')).status).toBe(200);
  const filter = { search: 'quayside' };
  const before = await written();
  const preview = await previewOf(clerk, employeeBulkEmail, filter);
  expect(await written()).toEqual(before);
  expect(preview).toMatchObject({
    count: 4,
    sending: 2,
    recent: 0,
    last_sent_at: null,
    problem: null,
    template: { subject: '', message: '' },
    example: { email: 'ada@quayside.example', values: { employee: 'Quayside Ada' }, file_name: null },
  });
  expect(preview.left_out.map(({ reason, records }) => [reason, records.map(({ name }) => name)])).toEqual([
    ['No email address.', ['Quayside Cy']],
    ['No longer employed.', ['Quayside Di']],
  ]);

  const { id } = await startBulkEmail(clerk, employeeBulkEmail, filter, {}, texts);
  await doneAs(clerk, id);
  await delivered('ada@quayside.example');
  await delivered('bea@quayside.example');
  expect(sentTo('bea@quayside.example')[0]?.content).toContain('Subject: Rota of Quayside Bea');
  expect(sentTo('bea@quayside.example')[0]?.content).toContain('Dear Quayside Bea,');
  const { reply } = await clerk.call(bulkEmails.records, { params: { id } });
  expect(reply.data.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
    ['Quayside Ada', 'queued', null],
    ['Quayside Bea', 'queued', null],
    ['Quayside Cy', 'left_out', 'No email address.'],
    ['Quayside Di', 'left_out', 'No longer employed.'],
  ]);

  // Who starts another at once sees when they were emailed, and may skip them.
  const again = await previewOf(clerk, employeeBulkEmail, filter, { skip_left: false });
  expect(again).toMatchObject({ sending: 3, recent: 2, last_sent_at: expect.any(Date) });
  const rest = await previewOf(clerk, employeeBulkEmail, filter, { skip_left: false, skip_recent: true });
  expect(rest.recipients.map(({ name }) => name)).toEqual(['Quayside Di']);

  await expect
    .poll(
      async () =>
        (
          await sql<{ action: string; actor_id: number | null }>`
            select action, actor_id from audit_log where record_type = 'employee' and record_id = ${ada.id}
              and action like 'email%' order by id`.execute(app.db)
        ).rows,
    )
    .toEqual([
      { action: 'email_queued', actor_id: clerk.userId },
      { action: 'email_sent', actor_id: null },
    ]);
});

test('it needs a subject, a message, and both permissions; the mail is read by those who may see employees', async () => {
  const { id } = await office.hired({ name: 'Pier Flo', email: 'flo@pier.example' });
  const filter = { ids: String(id) };
  const blank = await confirmed(clerk, employeeBulkEmail, filter);
  expect((await clerk.call(employeeBulkEmail.start, { body: blank })).refusal.errors).toEqual({
    subject: ['Subject is required.'],
    message: ['Message is required.'],
  });
  const body = { ...blank, ...texts };
  const wrong = { ...body, subject: 'Your {{wage}}' };
  expect((await clerk.call(employeeBulkEmail.start, { body: wrong })).refusal.errors).toEqual({
    subject: ['{{wage}} is not a placeholder. Use {{employee}} or {{company}}.'],
  });
  expect((await app.anonymous.call(employeeBulkEmail.start, { body })).status).toBe(401);
  for (const right of ['view_employee', 'create_email'] as const)
    expect((await (await app.as(right)).call(employeeBulkEmail.start, { body })).status).toBe(403);
  const sent = (await clerk.call(employeeBulkEmail.start, { body })).reply;
  await doneAs(clerk, sent.id);
  await delivered('flo@pier.example');

  const seller = await app.as('view_sale', 'create_email');
  expect((await seller.call(bulkEmails.get, { params: { id: sent.id } })).refusal.message).toBe(
    'You do not have permission to see employees.',
  );
  const { rows } = await sql<{ id: number }>`select id from emails where employee_id = ${id}`.execute(app.db);
  const read = async (who: Caller) =>
    (await who.call(inbox.getSent, { params: { id: rows[0]?.id ?? 0 } })).reply;
  expect(await read(await app.as('view_email'))).toMatchObject({ text: null, is_withheld: true });
  expect(await read(await app.as('view_email', 'view_employee'))).toMatchObject({
    text: expect.stringContaining('Dear Pier Flo'),
    is_withheld: false,
  });
});

test('K3 an erasure deletes what was written to the employee, and to them alone', async () => {
  const gone = await office.hired({ name: 'Jetty Gwen', email: 'gwen@jetty.example' });
  const stays = await office.hired({ name: 'Jetty Hal', email: 'hal@jetty.example' });
  const alone = await startBulkEmail(
    clerk,
    employeeBulkEmail,
    { ids: String(gone.id) },
    {},
    {
      subject: 'Your rota',
      message: 'Dear Gwen, we open at 8.',
    },
  );
  await doneAs(clerk, alone.id);
  const away = await office.hired({ name: 'Jetta Una' });
  const rest = { subject: 'Your keys', message: 'Dear Gwen, bring your keys.' };
  const ids = `${gone.id},${away.id}`;
  const withOneLeftOut = await startBulkEmail(clerk, employeeBulkEmail, { ids }, {}, rest);
  await doneAs(clerk, withOneLeftOut.id);
  expect([await answersWith('we open at 8.'), await answersWith('bring your keys')]).toEqual([1, 1]);
  const both = await startBulkEmail(clerk, employeeBulkEmail, { search: 'jetty' }, {}, texts);
  await doneAs(clerk, both.id);
  await delivered('gwen@jetty.example', 3);
  await delivered('hal@jetty.example');
  const admin = await app.as('view_employee', 'export_data', 'view_email', 'delete_employee');
  const { status, reply } = await admin.call(employees.personalData, { params: { id: gone.id } });
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    emails: [
      { to: 'gwen@jetty.example', subject: 'Your rota', text: expect.stringContaining('we open at 8') },
      { to: 'gwen@jetty.example', subject: 'Your keys', text: expect.stringContaining('bring your keys') },
      { to: 'gwen@jetty.example', subject: 'Rota of Jetty Gwen' },
    ],
  });

  expect((await office.step(gone, 'leave')).status).toBe(200);
  const erased = await admin.call(employees.erase, { params: { id: gone.id }, body: { reason: 'Asked to' } });
  expect(erased.status, JSON.stringify(erased.refusal)).toBe(200);
  const { rows } = await sql<{ to_address: string }>`
    select to_address from emails where to_address like '%@jetty.example'`.execute(app.db);
  expect(rows).toEqual([{ to_address: 'hal@jetty.example' }]);
  for (const { id } of [alone, withOneLeftOut])
    expect((await clerk.call(bulkEmails.get, { params: { id } })).status).toBe(404);
  expect([await answersWith('we open at 8.'), await answersWith('bring your keys')]).toEqual([0, 0]);
  const left = (await clerk.call(bulkEmails.records, { params: { id: both.id } })).reply.data;
  expect(left.map(({ record_id, name }) => [record_id, name])).toEqual([
    [gone.id, `Erased employee ${gone.number}`],
    [stays.id, 'Jetty Hal'],
  ]);
  const preview = await previewOf(clerk, employeeBulkEmail, { ids: String(gone.id) }, { skip_left: false });
  expect(preview.left_out).toMatchObject([{ reason: 'The personal data was erased.' }]);
});
