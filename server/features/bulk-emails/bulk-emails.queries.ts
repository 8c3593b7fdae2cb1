import { type RawBuilder, sql } from 'kysely';
import type {
  BulkEmailDetail,
  BulkEmailKind,
  BulkEmailOutcome,
  BulkEmailState,
} from '#domain/bulk-emails/bulk-email.contract';
import { bulkEmailsPerMinute } from '#domain/bulk-emails/bulk-email.contract';
import type { EmailStatus } from '#domain/emails/email.contract';
import type { MailOptions } from '../../kernel/bulk-emails';
import type { MailTexts } from '../../kernel/outbox';
import { onlyRow } from '../../platform/database/only-row';
import type { Database, Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import type { Assessed } from './assess-records';

/** A bulk email as stored, with the results of its emails. */
export type StoredBulkEmail = BulkEmailDetail & {
  readonly options: MailOptions;
  readonly created_by_id: number;
};

export type BulkEmailFilter = {
  readonly search?: string | undefined;
  readonly kind?: readonly BulkEmailKind[] | undefined;
  readonly state?: readonly BulkEmailState[] | undefined;
  readonly sort_by: 'created_at';
  readonly sort_order: 'asc' | 'desc';
};

const columns = sql`b.id, b.kind, b.options, b.subject, b.message, b.state, b.row_count, b.queued_count, b.left_out_count,
  d.sent_count, d.failed_count, b.problem, b.created_by as created_by_id, u.name as created_by, b.created_at, b.finished_at`;

const from = sql`from bulk_emails b join users u on u.id = b.created_by`;

const delivered = sql`cross join lateral (
  select count(*) filter (where e.status = 'sent') as sent_count,
    count(*) filter (where e.status in ('failed', 'unconfirmed')) as failed_count
  from bulk_email_rows r join emails e on e.id = r.email_id where r.bulk_email_id = b.id) d`;

const conditions = (filter: BulkEmailFilter, kinds: readonly BulkEmailKind[]): RawBuilder<unknown> =>
  where(
    sql`b.kind = any(${[...kinds]}::text[])`,
    filter.search !== undefined &&
      sql`lower(u.name || ' ' || b.subject) like ${containing(filter.search.toLowerCase())}`,
    filter.kind && isAmongWords(sql`b.kind`, filter.kind),
    filter.state && isAmongWords(sql`b.state`, filter.state),
  );

const rowsOf = (filter: BulkEmailFilter, kinds: readonly BulkEmailKind[], limit: RawBuilder<unknown>) =>
  sql<StoredBulkEmail>`select ${columns} ${from} ${delivered} ${conditions(filter, kinds)}
    ${inOrder({ created_at: sql`b.created_at` }, filter, sql`b.id`)} ${limit}`;

/** One page of the bulk emails of these kinds. */
export async function listBulkEmails(
  db: Reader,
  query: BulkEmailFilter & { page: number; per_page: number },
  kinds: readonly BulkEmailKind[],
) {
  return askPage(db, query, {
    rows: rowsOf(query, kinds, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total ${from} ${conditions(query, kinds)}`,
  });
}

export const streamBulkEmails = (
  db: Reader,
  filter: BulkEmailFilter,
  kinds: readonly BulkEmailKind[],
): AsyncIterable<StoredBulkEmail> => streamRows<StoredBulkEmail>(db, rowsOf(filter, kinds, sql``));

export async function findBulkEmail(db: Reader, id: number): Promise<StoredBulkEmail | undefined> {
  return (await sql<StoredBulkEmail>`select ${columns} ${from} ${delivered} where b.id = ${id}`.execute(db))
    .rows[0];
}

/**
 * Locks a bulk email until the commit, so that its jobs and Stop take turns. Without the results of its emails, which
 * would be counted again for every record.
 */
export async function lockBulkEmail(
  tx: Tx,
  id: number,
): Promise<Pick<StoredBulkEmail, 'kind' | 'state'> | undefined> {
  const { rows } = await sql<Pick<StoredBulkEmail, 'kind' | 'state'>>`
    select kind, state from bulk_emails where id = ${id} for update`.execute(tx);
  return rows[0];
}

type NewBulkEmail = MailTexts & {
  readonly kind: BulkEmailKind;
  readonly options: MailOptions;
  readonly assessed: readonly Assessed[];
};

/** Stores a bulk email with its records: those that wait for an email, and those left out. */
export async function insertBulkEmail(
  tx: Tx,
  { kind, options, subject, message, assessed }: NewBulkEmail,
  { now, userId }: { now: Date; userId: number },
): Promise<number> {
  const leftOut = assessed.filter(record => record.leftOut !== null).length;
  const { rows } = await sql<{ id: number }>`
    insert into bulk_emails (kind, options, subject, message, row_count, left_out_count, created_by, alive_at, created_at)
    values (${kind}, ${JSON.stringify(options)}::jsonb, ${subject}, ${message}, ${assessed.length}, ${leftOut}, ${userId},
      ${now}, ${now}) returning id`.execute(tx);
  const { id } = onlyRow(rows);
  await sql`
    insert into bulk_email_rows (bulk_email_id, kind, record_id, outcome, reason)
    select ${id}, ${kind}, record_id, case when reason is null then 'pending' else 'left_out' end, reason
    from unnest(${assessed.map(record => record.id)}::bigint[], ${assessed.map(record => record.leftOut)}::text[])
      as r (record_id, reason) order by record_id`.execute(tx);
  return id;
}

/** What a running bulk email does next: a record, or nothing if none is left. */
export type NextEmail = MailTexts & {
  readonly kind: BulkEmailKind;
  readonly options: MailOptions;
  readonly user_id: number;
  readonly record_id: number | null;
};

/** The next record in order of id; undefined unless the bulk email is running. */
export async function findNext(db: Reader, id: number): Promise<NextEmail | undefined> {
  const { rows } = await sql<NextEmail>`
    select b.kind, b.options, b.subject, b.message, b.created_by as user_id,
      (select min(r.record_id) from bulk_email_rows r where r.bulk_email_id = b.id and r.outcome = 'pending') as record_id
    from bulk_emails b where b.id = ${id} and b.state = 'running'`.execute(db);
  return rows[0];
}

/** Until when no more may be queued, whoever started them; undefined if one may be now. */
export async function pauseUntil(db: Reader, now: Date): Promise<Date | undefined> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const { rows } = await sql<{ queued_at: Date }>`
    select queued_at from bulk_email_rows where queued_at > ${minuteAgo}
    order by queued_at desc offset ${bulkEmailsPerMinute - 1} limit 1`.execute(db);
  const [first] = rows;
  return first && new Date(first.queued_at.getTime() + 60_000);
}

/** Whether a record still waits for its email, once the bulk email is locked. */
export async function isWaiting(tx: Tx, id: number, recordId: number): Promise<boolean> {
  const { rows } = await sql`select from bulk_email_rows
    where bulk_email_id = ${id} and record_id = ${recordId} and outcome = 'pending'`.execute(tx);
  return rows.length > 0;
}

/** The email of a record is in the outbox. */
export async function storeQueued(
  tx: Tx,
  id: number,
  { recordId, emailId, now }: { recordId: number; emailId: number; now: Date },
): Promise<void> {
  await sql`update bulk_email_rows set outcome = 'queued', email_id = ${emailId}, queued_at = ${now}
    where bulk_email_id = ${id} and record_id = ${recordId}`.execute(tx);
  await sql`update bulk_emails set queued_count = queued_count + 1, alive_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

/** A record gets no email after all. */
export async function storeLeftOut(
  tx: Tx,
  id: number,
  { recordId, reason, now }: { recordId: number; reason: string; now: Date },
): Promise<void> {
  await sql`update bulk_email_rows set outcome = 'left_out', reason = ${reason}
    where bulk_email_id = ${id} and record_id = ${recordId}`.execute(tx);
  await sql`update bulk_emails set left_out_count = left_out_count + 1, alive_at = ${now} where id = ${id}`.execute(
    tx,
  );
}

export async function finishBulkEmail(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update bulk_emails set state = 'done', finished_at = ${now} where id = ${id} and state = 'running'`.execute(
    tx,
  );
}

/** Ends a bulk email early: every record that still waits is left out for this reason. */
export async function endBulkEmail(
  tx: Tx,
  id: number,
  { reason, problem = null, now }: { reason: string; problem?: string | null; now: Date },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with ended as (update bulk_email_rows set outcome = 'left_out', reason = ${reason}
      where bulk_email_id = ${id} and outcome = 'pending' returning 1)
    select count(*) as count from ended`.execute(tx);
  await sql`update bulk_emails set state = 'stopped', problem = ${problem}, finished_at = ${now},
    left_out_count = left_out_count + ${rows[0]?.count ?? 0} where id = ${id}`.execute(tx);
}

type StoredRecord = {
  readonly record_id: number;
  readonly outcome: BulkEmailOutcome;
  readonly reason: string | null;
  readonly status: EmailStatus | null;
  readonly last_error: string | null;
};

/** The bulk emails under way. */
export async function listRunning(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bulk_emails where state = 'running' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** One page of the records of a bulk email. */
export async function listRecords(
  db: Reader,
  id: number,
  query: { page: number; per_page: number; outcome?: BulkEmailOutcome | undefined },
) {
  const matching = where(sql`r.bulk_email_id = ${id}`, query.outcome && sql`r.outcome = ${query.outcome}`);
  return askPage(db, query, {
    rows: sql<StoredRecord>`select r.record_id, r.outcome, r.reason, e.status, e.last_error
      from bulk_email_rows r left join emails e on e.id = r.email_id
      ${matching} order by r.record_id ${pageLimit(query)}`,
    total: sql<{ total: number }>`select count(*) as total from bulk_email_rows r ${matching}`,
  });
}

/** Marks a bulk email as alive. */
export async function touch(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update bulk_emails set alive_at = ${now} where id = ${id}`.execute(tx);
}

/** The bulk emails whose job has been silent since then, now marked as alive. */
export async function takeSilent(tx: Tx, silentSince: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update bulk_emails set alive_at = ${now}
    where state = 'running' and alive_at < ${silentSince} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteOld(db: Database, before: Date): Promise<void> {
  await sql`delete from bulk_emails where state <> 'running' and created_at < ${before}`.execute(db);
}
