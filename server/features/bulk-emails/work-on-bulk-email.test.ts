import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import { sales } from '#domain/sales/sale.contract';
import { attachedText, confirmed, startBulkEmail, useMailRoom } from '../../../tests/support/bulk-emails';
import type { FileStore } from '../../platform/files/file-store';
import { bulkEmailJobs, emailNext } from './work-on-bulk-email';

const { app, seller, clerk, invoiceTo, invoicesTo, recordsOf, queuedTo, workOff, emailNow, parts, deliver } =
  useMailRoom();

test('each customer gets their own invoice once, with the texts filled in, and the same entries as one email', async () => {
  const { made, filter } = await invoicesTo(
    'Arrive',
    'a@arrive.example',
    'b@arrive.example',
    null,
    'c@arrive.example',
  );
  const { id, ...started } = await startBulkEmail(
    clerk(),
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
      app().db,
    );
    expect(rows).toEqual([
      { action: 'emailed', actor_id: clerk().userId, after: { email: expect.any(Number) } },
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
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter);
  await emailNext(parts(), id);
  await emailNext(parts(), id);
  expect(await emailNow(id)).toMatchObject({ state: 'running', queued_count: 2 });
  // A process that dies once the email is in the outbox, before the commit, leaves nothing of that record.
  await sql`
    create function die() returns trigger language plpgsql as $$ begin raise 'killed' using errcode = '57P01'; end $$`.execute(
    app().db,
  );
  await sql`create trigger dying before update on bulk_emails for each row execute function die()`.execute(
    app().db,
  );
  await emailNext(parts(), id).catch(() => undefined);
  await sql`drop function die cascade`.execute(app().db);
  expect(await queuedTo('killed')).toHaveLength(2);
  expect(await emailNow(id)).toMatchObject({ queued_count: 2, left_out_count: 0 });
  await sql`delete from graphile_worker._private_jobs where key = ${`bulk email ${id}`}`.execute(app().db);
  const later = () => new Date(Date.now() + 121_000);
  const { handlers } = bulkEmailJobs(parts(later));
  const run = (name: string, payload: object) => handlers.find(one => one.name === name)?.run(payload);
  await run('sweep-bulk-emails', {});
  const { rows } = await sql`select from graphile_worker.jobs where key = ${`bulk email ${id}`}`.execute(
    app().db,
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

test('two jobs that have drawn the same document email it once', async () => {
  const { filter } = await invoicesTo('Race', 'a@race.example');
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter, { skip_recent: false });
  let drawn = 0;
  const put = async (...file: Parameters<FileStore['put']>) => {
    const stored = await parts().files.put(...file);
    drawn += 1;
    await expect.poll(() => drawn).toBe(2);
    return stored;
  };
  const slow = { ...parts(), files: { ...parts().files, put } };
  await Promise.all([emailNext(slow, id), emailNext(slow, id)]);
  expect(await queuedTo('race')).toEqual([{ to_address: 'a@race.example', count: 1 }]);
  expect(await emailNow(id)).toMatchObject({ queued_count: 1 });
});

test('a request sent twice makes one bulk email, and another one of the same records waits', async () => {
  const { filter } = await invoicesTo('Twice', 'a@twice.example', 'b@twice.example');
  const body = await confirmed(clerk(), saleBulkEmail, filter, { skip_recent: false });
  const headers = { 'idempotency-key': 'bulk-email-twice-0001' };
  const both = await Promise.all([
    clerk().call(saleBulkEmail.start, { body, headers }),
    clerk().call(saleBulkEmail.start, { body, headers }),
  ]);
  expect(both.map(({ status }) => status)).toContain(200);
  const repeated = await clerk().call(saleBulkEmail.start, { body, headers });
  expect(repeated.status).toBe(200);
  // Without its key, as from another window.
  const other = await clerk().call(saleBulkEmail.start, { body });
  expect([other.status, other.refusal.message]).toEqual([
    409,
    'Some of these are being emailed by another bulk email now. Wait until it is done, then preview again.',
  ]);
  await workOff(repeated.reply.id);
  const late = await clerk().call(saleBulkEmail.start, { body });
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
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter);
  await emailNext(parts(), id);
  await sql`update customers set email = null where id = ${made[1]?.customer}`.execute(app().db);
  await seller().call(sales.cancel, {
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
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter);
  await emailNext(parts(), id);
  const stopped = await clerk().call(bulkEmails.stop, { params: { id } });
  expect(stopped.reply).toMatchObject({ state: 'stopped', queued_count: 1, left_out_count: 2 });
  expect((await app().audits())[0]).toMatchObject({
    action: 'stopped',
    record_type: 'bulk_email',
    record_id: id,
    after: { records: 3, queued: 1, left_out: 2 },
  });
  await workOff(id);
  expect(await queuedTo('stop')).toEqual([{ to_address: 'a@stop.example', count: 1 }]);
  const again = await clerk().call(bulkEmails.stop, { params: { id } });
  expect([again.status, again.refusal.message]).toEqual([
    409,
    'All emails are already in the outbox, so there is nothing left to stop.',
  ]);
});

test('at most 60 are queued within a minute; the job waits for the rest of it', async () => {
  const { filter } = await invoicesTo('Pace', 'a@pace.example', 'b@pace.example');
  const { id } = await startBulkEmail(clerk(), saleBulkEmail, filter);
  // An hour ahead, when only these were queued.
  const now = new Date(Date.now() + 3600_000);
  await sql`
    with old as (insert into bulk_emails (kind, options, subject, message, row_count, created_by, alive_at, created_at, state)
      values ('invoices', '{"skip_recent": true}', 'S', 'M', 60, ${clerk().userId}, now(), now(), 'done') returning id)
    insert into bulk_email_rows (bulk_email_id, kind, record_id, outcome, queued_at)
    select id, 'invoices', 1000000 + n, 'queued', ${now}::timestamptz - n * interval '1 second'
    from old, generate_series(0, 58) n`.execute(app().db);
  const { handlers } = bulkEmailJobs(parts(() => now));
  const work = () => handlers.find(one => one.name === 'work-on-bulk-email')?.run({ bulk_email_id: id });
  await work();
  expect(await emailNow(id)).toMatchObject({ state: 'running', queued_count: 1 });
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`bulk email ${id}`}`.execute(app().db);
  // The oldest of the 60 was queued 58 seconds before.
  expect(rows[0]?.run_at).toEqual(new Date(now.getTime() + 2_000));
  now.setTime(now.getTime() + 2_001);
  await work();
  expect(await emailNow(id)).toMatchObject({ state: 'done', queued_count: 2 });
});
