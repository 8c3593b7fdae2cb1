import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { administratorRole } from '#domain/kernel/role-name';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { sales } from '#domain/sales/sale.contract';
import { attachedText, confirmed, previewOf, startBulkEmail } from '../../../tests/support/bulk-emails';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, startTestJobs, type TestApp } from '../../../tests/support/test-app';
import { bulkEmailJobs, emailNext } from './work-on-bulk-email';

let app: TestApp;
let sink: SmtpSink;
let seller: Caller;
let clerk: Caller & { userId: number };
let till: number;
let product: number;
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ smtpUrl: sink.url });
  await app.as(administratorRole);
  seller = await app.as('view_pos', 'create_sale', 'sell_on_account', 'void_sale');
  clerk = await app.as('view_sale', 'create_email');
  till = await openTill(app.db);
  product = await stockedProduct(app.db, { name: 'Blue mug', pieces: '1000' });
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const { sold } = shopFloor(() => ({ app, seller, till }));

/** A customer and an invoice to them for £2.40. */
async function invoiceTo(name: string, email: string | null) {
  const customer = await customerWithCredit(app.db, 100_000, name);
  await sql`update customers set email = ${email}, billing_address = '2 Quay Street' where id = ${customer}`.execute(
    app.db,
  );
  const tenders = [{ method: 'account' as const, tendered: '2.40' }];
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, { customer_id: customer, tenders });
  return { customer, sale };
}

/** Invoices to as many customers as there are addresses, and the filter that finds them. */
async function invoicesTo(word: string, ...emails: (string | null)[]) {
  const made = [];
  for (const [index, email] of emails.entries()) made.push(await invoiceTo(`${word} ${index + 1}`, email));
  return { made, filter: { search: word.toLowerCase() } };
}

const parts = (clock = () => new Date()) => ({
  db: app.db,
  files: app.files,
  clock,
  log: { error: () => undefined },
});
const emailNow = async (id: number) => (await clerk.call(bulkEmails.get, { params: { id } })).reply;
const recordsOf = async (id: number) =>
  (await clerk.call(bulkEmails.records, { params: { id }, query: { per_page: '1000' } })).reply.data;
const queuedTo = async (word: string) =>
  (
    await sql<{ to_address: string; count: number }>`
      select to_address, count(*)::integer as count from emails where to_address like ${`%@${word}.example`}
      group by to_address order by to_address`.execute(app.db)
  ).rows;

/** Emails all records of a bulk email, as its job does. */
async function workOff(id: number, clock?: () => Date): Promise<void> {
  while (await emailNext(parts(clock), id));
}

/** Runs the jobs that wait, mail included, until all messages of these addresses were received. */
async function deliver(word: string, count: number) {
  const jobs = await startTestJobs(
    app.connection,
    { db: app.db, files: app.files, clock: () => new Date(), log: pino({ level: 'silent' }) },
    { smtpUrl: sink.url },
  );
  const received = () => sink.delivered.filter(({ to }) => to[0]?.endsWith(`@${word}.example`));
  await expect.poll(() => received().length, { timeout: 60_000 }).toBe(count);
  await jobs.stop();
  return received();
}

describe('the preview', () => {
  test('says who gets an email, who is left out and why, and what it says; nothing is stored', async () => {
    const { made, filter } = await invoicesTo(
      'Preview',
      'a@preview.example',
      null,
      'c@preview.example',
      null,
    );
    const before = await app.digest();
    const preview = await previewOf(clerk, saleBulkEmail, filter);
    expect(preview).toMatchObject({ count: 4, sending: 2, recent: 0, last_sent_at: null, problem: null });
    expect(preview.recipients).toEqual([
      {
        id: made[0]?.sale.id,
        name: made[0]?.sale.number,
        recipient: 'Preview 1',
        email: 'a@preview.example',
        last_sent_at: null,
      },
      {
        id: made[2]?.sale.id,
        name: made[2]?.sale.number,
        recipient: 'Preview 3',
        email: 'c@preview.example',
        last_sent_at: null,
      },
    ]);
    expect(preview.left_out).toEqual([
      {
        reason: 'No email address.',
        count: 2,
        records: [1, 3].map(index => ({
          id: made[index]?.sale.id,
          name: made[index]?.sale.number,
          recipient: `Preview ${index + 1}`,
        })),
      },
    ]);
    expect(preview.template).toEqual({
      subject: '{{document}} {{number}} from {{company}}',
      message: 'Please find your {{document}} {{number}} attached.',
    });
    expect(preview.example).toMatchObject({
      email: 'a@preview.example',
      values: { document: 'invoice', number: made[0]?.sale.number, customer: 'Preview 1', total: '£2.40' },
      file_name: `${made[0]?.sale.number}.pdf`,
    });
    expect(preview.example?.rest).toContain('Total: £2.40');
    expect(await app.digest()).toBe(before);
  });

  test('a cancelled sale is left out, and one emailed in the last 7 days unless it is to be sent again', async () => {
    const { made, filter } = await invoicesTo(
      'Again',
      'a@again.example',
      'b@again.example',
      'c@again.example',
    );
    const [cancelled, emailed] = made;
    const gone = await seller.call(sales.cancel, {
      params: { id: cancelled?.sale.id ?? 0 },
      body: { client_id: randomUUID(), reason: 'Made in error' },
    });
    expect(gone.status, JSON.stringify(gone.refusal)).toBe(200);
    const first = await startBulkEmail(clerk, saleBulkEmail, { ids: String(emailed?.sale.id) });
    await workOff(first.id);
    const preview = await previewOf(clerk, saleBulkEmail, filter);
    expect(preview).toMatchObject({ count: 3, sending: 1, recent: 1, last_sent_at: null });
    expect(preview.left_out.map(({ reason, records }) => [reason, records.map(({ name }) => name)])).toEqual([
      ['It was cancelled.', [cancelled?.sale.number]],
      ['Emailed in the last 7 days.', [emailed?.sale.number]],
    ]);
    const again = await previewOf(clerk, saleBulkEmail, filter, { skip_recent: false });
    expect(again).toMatchObject({ sending: 2, recent: 1, last_sent_at: expect.any(Date) });
  });

  test('an empty selection, unknown placeholders and bad values are refused with the field', async () => {
    const none = await clerk.call(saleBulkEmail.preview, {
      body: { filter: { search: 'nowhere' }, options: {} },
    });
    expect([none.status, none.refusal.message]).toEqual([
      409,
      'No records match this selection any more. Reload the list.',
    ]);
    const { filter } = await invoicesTo('Wrong', 'a@wrong.example');
    const body = await confirmed(clerk, saleBulkEmail, filter);
    const errors = async (more: object) =>
      (await clerk.call(saleBulkEmail.start, { body: { ...body, ...more } })).refusal.errors;
    expect(await errors({ subject: 'Order {{order}}' })).toEqual({
      subject: [
        '{{order}} is not a placeholder. Use {{document}}, {{number}}, {{customer}}, {{date}}, {{total}}, {{balance}} or {{company}}.',
      ],
    });
    expect(await errors({ subject: 'Hello\r\nBcc: x@y.example'.repeat(20) })).toHaveProperty('subject');
    expect(await errors({ message: '' })).toEqual({ message: ['Message is required.'] });
    expect(await errors({ hash: 'x' })).toEqual({ hash: ['Preview the emails first.'] });
    expect(await errors({ options: { skip_recent: 'maybe' } })).toHaveProperty(['options.skip_recent']);
    expect(await queuedTo('wrong')).toEqual([]);
  });
});

describe('sending', () => {
  test('each customer gets their own invoice once, with the texts filled in, and the same entries as one email', async () => {
    const { made, filter } = await invoicesTo(
      'Arrive',
      'a@arrive.example',
      'b@arrive.example',
      null,
      'c@arrive.example',
    );
    const { id, ...started } = await startBulkEmail(
      clerk,
      saleBulkEmail,
      filter,
      {},
      {
        subject: '{{document}} {{number}} for {{customer}}',
        message: 'Dear {{customer}},\n\n{{total}} is due. {{ balance }} <b>remains</b>.',
      },
    );
    expect(started).toMatchObject({ state: 'running', row_count: 4, queued_count: 0, left_out_count: 1 });
    // An invoice that matches later is not part of it.
    await invoiceTo('Arrive late', 'late@arrive.example');
    await workOff(id);
    expect(await emailNow(id)).toMatchObject({ state: 'done', queued_count: 3, left_out_count: 1 });
    const received = await deliver('arrive', 3);
    for (const [index, letter] of [
      [0, 'a'],
      [1, 'b'],
      [3, 'c'],
    ] as const) {
      const { sale } = made[index] ?? expect.fail();
      const mails = received.filter(({ to }) => to[0] === `${letter}@arrive.example`);
      expect(mails).toHaveLength(1);
      const [mail] = mails;
      expect(mail?.content).toContain(`Subject: Invoice ${sale.number} for Arrive ${index + 1}`);
      expect(mail?.content).toContain(`Dear Arrive ${index + 1},`);
      expect(mail?.content).toContain('&lt;b&gt;remains&lt;/b&gt;');
      const text = await attachedText(mail ?? expect.fail());
      for (const part of [sale.number, `Arrive ${index + 1}`, 'Blue mug', '£2.40'])
        expect(text, part).toContain(part);
      const { rows } = await sql<{ action: string; actor_id: number; after: object }>`
        select action, actor_id, after from audit_log where record_type = 'sale' and record_id = ${sale.id} and action = 'emailed'`.execute(
        app.db,
      );
      expect(rows).toEqual([
        { action: 'emailed', actor_id: clerk.userId, after: { to: `${letter}@arrive.example` } },
      ]);
    }
    expect(await emailNow(id)).toMatchObject({ sent_count: 3, failed_count: 0 });
    expect(
      (await recordsOf(id)).map(({ name, outcome, reason, delivery }) => [name, outcome, reason, delivery]),
    ).toEqual(
      made.map(({ sale }, index) =>
        index === 2
          ? [sale.number, 'left_out', 'No email address.', null]
          : [sale.number, 'queued', null, 'Sent'],
      ),
    );
  });

  test('killed half-way, it goes on with the next record and emails none twice', async () => {
    const emails = Array.from({ length: 4 }, (_, index) => `n${index}@killed.example`);
    const { filter } = await invoicesTo('Killed', ...emails);
    const { id } = await startBulkEmail(clerk, saleBulkEmail, filter);
    await emailNext(parts(), id);
    await emailNext(parts(), id);
    expect(await emailNow(id)).toMatchObject({ state: 'running', queued_count: 2 });
    // A process that dies once the email is in the outbox, before the commit, leaves nothing of that record.
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise 'killed' using errcode = '57P01'; end $$`.execute(
      app.db,
    );
    await sql`create trigger dying before update on bulk_emails for each row execute function die()`.execute(
      app.db,
    );
    await emailNext(parts(), id).catch(() => undefined);
    await sql`drop function die cascade`.execute(app.db);
    expect(await queuedTo('killed')).toHaveLength(2);
    expect(await emailNow(id)).toMatchObject({ queued_count: 2, left_out_count: 0 });
    await sql`delete from graphile_worker._private_jobs where key = ${`bulk email ${id}`}`.execute(app.db);
    const later = () => new Date(Date.now() + 121_000);
    const { handlers } = bulkEmailJobs(parts(later));
    const run = (name: string, payload: object) => handlers.find(one => one.name === name)?.run(payload);
    await run('sweep-bulk-emails', {});
    const { rows } = await sql`select from graphile_worker.jobs where key = ${`bulk email ${id}`}`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
    // Two jobs at once.
    await Promise.all([
      run('work-on-bulk-email', { bulk_email_id: id }),
      run('work-on-bulk-email', { bulk_email_id: id }),
    ]);
    // On a slow machine, each of them leaves the rest to another job.
    await workOff(id);
    expect(await emailNow(id)).toMatchObject({ state: 'done', queued_count: 4, left_out_count: 0 });
    expect(await queuedTo('killed')).toEqual(emails.map(to_address => ({ to_address, count: 1 })));
  });

  test('a request sent twice makes one bulk email, and another one of the same records waits', async () => {
    const { filter } = await invoicesTo('Twice', 'a@twice.example', 'b@twice.example');
    const body = await confirmed(clerk, saleBulkEmail, filter, { skip_recent: false });
    const headers = { 'idempotency-key': 'bulk-email-twice-0001' };
    const both = await Promise.all([
      clerk.call(saleBulkEmail.start, { body, headers }),
      clerk.call(saleBulkEmail.start, { body, headers }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    const repeated = await clerk.call(saleBulkEmail.start, { body, headers });
    expect(repeated.status).toBe(200);
    // Without its key, as from another window.
    const other = await clerk.call(saleBulkEmail.start, { body });
    expect([other.status, other.refusal.message]).toEqual([
      409,
      'Some of these are being emailed by another bulk email now. Wait until it is done, then preview again.',
    ]);
    await workOff(repeated.reply.id);
    const late = await clerk.call(saleBulkEmail.start, { body });
    expect([late.status, late.refusal.message]).toEqual([
      409,
      'The selected records have changed since the preview. Check the preview again.',
    ]);
    expect(await queuedTo('twice')).toEqual(
      ['a@twice.example', 'b@twice.example'].map(to_address => ({ to_address, count: 1 })),
    );
  });

  test('what changes before its turn is left out with the reason', async () => {
    const { made, filter } = await invoicesTo('Turn', 'a@turn.example', 'b@turn.example', 'c@turn.example');
    const { id } = await startBulkEmail(clerk, saleBulkEmail, filter);
    await emailNext(parts(), id);
    await sql`update customers set email = null where id = ${made[1]?.customer}`.execute(app.db);
    await seller.call(sales.cancel, {
      params: { id: made[2]?.sale.id ?? 0 },
      body: { client_id: randomUUID(), reason: 'Made in error' },
    });
    await workOff(id);
    expect((await recordsOf(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['queued', null],
      ['left_out', 'No email address.'],
      ['left_out', 'It was cancelled.'],
    ]);
    expect(await queuedTo('turn')).toEqual([{ to_address: 'a@turn.example', count: 1 }]);
  });

  test('Stop leaves out what is not in the outbox yet, once', async () => {
    const { filter } = await invoicesTo('Stop', 'a@stop.example', 'b@stop.example', 'c@stop.example');
    const { id } = await startBulkEmail(clerk, saleBulkEmail, filter);
    await emailNext(parts(), id);
    const stopped = await clerk.call(bulkEmails.stop, { params: { id } });
    expect(stopped.reply).toMatchObject({ state: 'stopped', queued_count: 1, left_out_count: 2 });
    expect((await app.audits())[0]).toMatchObject({
      action: 'stopped',
      record_type: 'bulk_email',
      record_id: id,
      after: { records: 3, queued: 1, left_out: 2 },
    });
    await workOff(id);
    expect(await queuedTo('stop')).toEqual([{ to_address: 'a@stop.example', count: 1 }]);
    const again = await clerk.call(bulkEmails.stop, { params: { id } });
    expect([again.status, again.refusal.message]).toEqual([
      409,
      'All emails are already in the outbox, so there is nothing left to stop.',
    ]);
  });

  test('at most 60 are queued within a minute; the job waits for the rest of it', async () => {
    const { filter } = await invoicesTo('Pace', 'a@pace.example', 'b@pace.example');
    const { id } = await startBulkEmail(clerk, saleBulkEmail, filter);
    // An hour ahead, when only these were queued.
    const now = new Date(Date.now() + 3600_000);
    await sql`
      with old as (insert into bulk_emails (kind, options, subject, message, row_count, created_by, alive_at, created_at, state)
        values ('invoices', '{"skip_recent": true}', 'S', 'M', 60, ${clerk.userId}, now(), now(), 'done') returning id)
      insert into bulk_email_rows (bulk_email_id, kind, record_id, outcome, queued_at)
      select id, 'invoices', 1000000 + n, 'queued', ${now}::timestamptz - n * interval '1 second'
      from old, generate_series(0, 58) n`.execute(app.db);
    const { handlers } = bulkEmailJobs(parts(() => now));
    const work = () => handlers.find(one => one.name === 'work-on-bulk-email')?.run({ bulk_email_id: id });
    await work();
    expect(await emailNow(id)).toMatchObject({ state: 'running', queued_count: 1 });
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${`bulk email ${id}`}`.execute(app.db);
    // The oldest of the 60 was queued 58 seconds before.
    expect(rows[0]?.run_at).toEqual(new Date(now.getTime() + 2_000));
    now.setTime(now.getTime() + 2_001);
    await work();
    expect(await emailNow(id)).toMatchObject({ state: 'done', queued_count: 2 });
  });
});

describe('permissions', () => {
  test('starting needs those of emailing one sale and of the list, and seeing one that of its records', async () => {
    const { filter } = await invoicesTo('Right', 'a@right.example');
    const body = await confirmed(clerk, saleBulkEmail, filter);
    for (const rights of [['view_sale'], ['create_email'], ['view_pos', 'create_email']] as const) {
      const other = await app.as(...rights);
      expect((await other.call(saleBulkEmail.start, { body })).status).toBe(403);
    }
    expect((await app.anonymous.call(saleBulkEmail.start, { body })).status).toBe(401);
    // A cashier emails customers at their own address only, as here.
    const cashier = await app.as('view_sale', 'create_sale');
    const { id } = await startBulkEmail(cashier, saleBulkEmail, filter);
    const keeper = await app.as('view_ledger', 'create_email');
    const seen = await keeper.call(bulkEmails.get, { params: { id } });
    expect([seen.status, seen.refusal.message]).toEqual([403, 'You do not have permission to see invoices.']);
    expect((await keeper.call(bulkEmails.stop, { params: { id } })).status).toBe(403);
    expect((await keeper.call(bulkEmails.list)).reply.total).toBe(0);
    const viewer = await app.as('view_sale');
    expect((await viewer.call(bulkEmails.get, { params: { id } })).status).toBe(200);
    expect((await viewer.call(bulkEmails.stop, { params: { id } })).status).toBe(403);
    await workOff(id);
    expect(await queuedTo('right')).toEqual([{ to_address: 'a@right.example', count: 1 }]);
  });

  test.each(['permission', 'account'])('a user who loses their %s half-way sends no more', async lost => {
    const word = `lost${lost}`;
    const { filter } = await invoicesTo(word, `a@${word}.example`, `b@${word}.example`);
    const leaver = await app.as('view_sale', 'create_email');
    const { id } = await startBulkEmail(leaver, saleBulkEmail, filter);
    await emailNext(parts(), id);
    await (lost === 'account'
      ? sql`update users set status = 'inactive' where id = ${leaver.userId}`
      : sql`delete from role_permissions where permission = 'create_email'
          and role_id in (select role_id from user_roles where user_id = ${leaver.userId})`
    ).execute(app.db);
    await workOff(id);
    const reason = 'The user who started this no longer has permission to email invoices.';
    expect(await emailNow(id)).toMatchObject({
      state: 'stopped',
      queued_count: 1,
      left_out_count: 1,
      problem: reason,
    });
    expect((await recordsOf(id))[1]).toMatchObject({ outcome: 'left_out', reason });
  });
});

test('without a mail server nothing is started, and the preview says so', async () => {
  const silentApp = await startTestApp();
  const other = await silentApp.as('view_sale', 'view_pos', 'create_sale', 'sell_on_account', 'create_email');
  const shop = shopFloor(() => ({ app: silentApp, seller: other, till: 0 }));
  const customer = await customerWithCredit(silentApp.db, 100_000, 'Quiet');
  await sql`update customers set email = 'q@quiet.example' where id = ${customer}`.execute(silentApp.db);
  const mug = await stockedProduct(silentApp.db);
  await shop.sold([{ product_id: mug, quantity: '1' }], 240, {
    channel: 'desk',
    session_id: null,
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const problem = 'No mail server is configured, so nothing can be sent. Enter one under Settings, Email.';
  expect(await previewOf(other, saleBulkEmail, {})).toMatchObject({ sending: 1, problem });
  const { status, refusal } = await other.call(saleBulkEmail.start, {
    body: await confirmed(other, saleBulkEmail, {}),
  });
  expect([status, refusal.message]).toEqual([409, problem]);
  await silentApp.close();
});

test('lists and exports bulk emails by kind, status and text, newest first; forgets them after 90 days', async () => {
  const reader = await app.as('view_sale', 'export_data');
  const { filter } = await invoicesTo('Listed', 'a@listed.example');
  const { id } = await startBulkEmail(clerk, saleBulkEmail, filter, {}, { subject: 'Listed {{number}}' });
  await workOff(id);
  const query = { kind: 'invoices', state: 'done', search: 'LISTED' } as const;
  const { reply } = await reader.call(bulkEmails.list, { query });
  expect(reply.data).toEqual([
    expect.objectContaining({
      id,
      subject: 'Listed {{number}}',
      queued_count: 1,
      sent_count: 0,
      failed_count: 0,
    }),
  ]);
  const file = await reader.call(bulkEmails.export, { query: { ...query, format: 'csv' } });
  expect(file.raw.toString()).toMatch(
    /Emailed,Subject,Status,.*\r?\nInvoices,Listed \{\{number\}\},Done,1,1,0,0,0,/,
  );
  const { handlers } = bulkEmailJobs(parts(() => new Date(Date.now() + 91 * 24 * 3600_000)));
  await handlers.find(one => one.name === 'forget-bulk-emails')?.run({});
  expect((await reader.call(bulkEmails.get, { params: { id } })).status).toBe(404);
});
