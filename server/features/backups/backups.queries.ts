import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { AttemptsOfDay } from '#domain/settings/backup-schedule';
import type { Backup } from '#domain/settings/backups.contract';
import type { WrittenBackup } from '../../kernel/backups';
import { raiseNotifications } from '../../kernel/notifications';
import type { Database, Reader, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';

type Listed = Omit<Backup, 'is_gone' | 'is_last_good'>;

const maxListed = 500;

/** The backups, newest first. */
export async function listBackups(db: Reader): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select b.id, b.file_name, b.origin, u.name as asked_by, b.state, b.requested_at, b.taken_at, b.bytes, b.sha256, b.schema_step,
      b.product_version, b.row_count, b.file_count, b.holds, b.checked_at, b.check_milliseconds, b.reasons,
      case when b.total_bytes > 0 then least(100, b.done_bytes * 100 / b.total_bytes) else 0 end::int as progress
    from backups b left join users u on u.id = b.asked_by
    order by b.requested_at desc, b.id desc limit ${sql.lit(maxListed)}`.execute(db);
  return rows;
}

export type StoredBackup = Pick<Backup, 'id' | 'file_name' | 'state' | 'bytes' | 'holds'> & {
  readonly sha256: string | null;
};

const stored = sql`id, file_name, state, bytes, holds, sha256`;

export async function lockBackup(tx: Tx, id: number): Promise<StoredBackup | undefined> {
  const { rows } = await sql<StoredBackup>`select ${stored} from backups where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** The latest verified backup. */
export async function findLastGood(db: Reader): Promise<{ id: number; taken_at: Date } | undefined> {
  const { rows } = await sql<{ id: number; taken_at: Date }>`
    select id, coalesce(taken_at, requested_at) as taken_at from backups where holds
    order by coalesce(taken_at, requested_at) desc, id desc limit 1`.execute(db);
  return rows[0];
}

export type VerifiedBackup = { readonly file_name: string; readonly taken_at: Date };

/** The latest verified backup with this schema that is not older than `since`. Earlier versions have the columns, too. */
export async function findVerifiedBackup(
  db: Reader,
  { schema, since }: { readonly schema: string; readonly since: Date },
): Promise<VerifiedBackup | undefined> {
  const { rows } = await sql<VerifiedBackup>`
    select file_name, taken_at from backups where holds and taken_at >= ${since} and schema_step = ${schema}
    order by taken_at desc limit 1`.execute(db);
  return rows[0];
}

type New = {
  readonly file_name: string;
  readonly origin: 'asked' | 'scheduled';
  readonly asked_by: number | null;
  readonly scheduled_for: CalendarDate | null;
  readonly requested_at: Date;
};

export async function addBackup(tx: Tx, row: New): Promise<number> {
  const { id } = await tx.insertInto('backups').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Starts a waiting backup; undefined if it has already been started or given up. */
export async function startWork(db: Database, id: number): Promise<StoredBackup | undefined> {
  const { rows } = await sql<StoredBackup>`
    update backups set state = case when bytes is null then 'writing' else 'checking' end, done_bytes = 0, total_bytes = 0
    where id = ${id} and state = 'waiting' returning ${stored}`.execute(db);
  return rows[0];
}

export async function recordProgress(db: Database, id: number, done: number, total: number): Promise<void> {
  await sql`update backups set done_bytes = ${done}, total_bytes = ${total} where id = ${id}`.execute(db);
}

export async function recordWritten(
  db: Database,
  id: number,
  { bytes, sha256, schema, rows, files }: WrittenBackup,
  { version, takenAt }: { version: string; takenAt: Date },
): Promise<void> {
  await sql`
    update backups set state = 'checking', taken_at = ${takenAt}, bytes = ${bytes}, sha256 = ${sha256}, schema_step = ${schema},
      product_version = ${version}, row_count = ${rows}, file_count = ${files}, done_bytes = 0, total_bytes = 0
    where id = ${id}`.execute(db);
}

type CheckResult = { readonly reasons: readonly string[]; readonly milliseconds: number; readonly at: Date };

export async function recordCheckResult(db: Database, id: number, result: CheckResult): Promise<void> {
  const { reasons, milliseconds, at } = result;
  await inTransaction(db, async tx => {
    await sql`
      update backups set state = 'kept', finished_at = ${at}, holds = ${reasons.length === 0}, checked_at = ${at},
        check_milliseconds = ${milliseconds}, reasons = ${reasons}::text[]
      where id = ${id}`.execute(tx);
    const [reason] = reasons;
    if (reason !== undefined) await notifyAdministrators(tx, id, `A backup failed. ${reason}`, at);
  });
}

/** Ends the work without a result: an unwritten backup failed, a written one keeps its earlier result. */
export async function recordFailure(db: Database, id: number, reason: string, at: Date): Promise<void> {
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ state: string }>`
      update backups set state = case when bytes is null then 'failed' else 'kept' end, finished_at = ${at},
        reasons = array[${reason}]
      where id = ${id} returning state`.execute(tx);
    const what = rows[0]?.state === 'kept' ? 'A backup could not be verified.' : 'A backup failed.';
    await notifyAdministrators(tx, id, `${what} ${reason}`, at);
  });
}

/** Notifies administrators of each backup that failed or could not be verified. */
const notifyAdministrators = (tx: Tx, id: number, words: string, at: Date): Promise<void> =>
  raiseNotifications(tx, at, [
    {
      kind: 'failed_backup',
      key: `${id} ${at.getTime()}`,
      words,
      link: '/settings/backups',
    },
  ]);

/** Waiting and running backups; `waitingBefore` excludes those that began to wait since. */
export async function listAtWork(db: Reader, waitingBefore: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from backups where state in ('writing', 'checking') or (state = 'waiting' and coalesce(waiting_since, requested_at) < ${waitingBefore})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function listAttempts(db: Reader, day: CalendarDate): Promise<AttemptsOfDay> {
  const { rows } = await sql<{ count: number; done: boolean; ended: Date | null }>`
    select count(*) as count, coalesce(bool_or(state <> 'failed'), false) as done, max(finished_at) as ended
    from backups where origin = 'scheduled' and scheduled_for = ${day}`.execute(db);
  const row = rows[0];
  return {
    count: row?.count ?? 0,
    isDone: row?.done ?? false,
    lastEndedAt: row?.ended ?? null,
  };
}

/** When this database was first started or restored: backups are expected from then on. */
export async function findInstalledSince(db: Reader): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select since from installation`.execute(db);
  return rows[0]?.since ?? null;
}

/** Scheduled backups beyond the newest `keep`, and old failures. The latest verified one always stays. */
export async function listExpired(
  db: Reader,
  keep: number,
  failedBefore: Date,
): Promise<{ id: number; file_name: string }[]> {
  const { rows } = await sql<{ id: number; file_name: string }>`
    select id, file_name from (
      select id, file_name, state, origin, requested_at,
        row_number() over (partition by origin, state order by requested_at desc, id desc) as position
      from backups) numbered
    where (origin = 'scheduled' and state = 'kept' and position > ${keep}
        and id is distinct from (select id from backups where holds
          order by coalesce(taken_at, requested_at) desc, id desc limit 1))
      or (state = 'failed' and requested_at < ${failedBefore})`.execute(db);
  return rows;
}

export async function deleteBackup(db: Reader, id: number): Promise<void> {
  await sql`delete from backups where id = ${id}`.execute(db);
}

type FoundFile = {
  readonly file_name: string;
  readonly taken_at: Date;
  readonly bytes: number;
  readonly schema_step: string | null;
  readonly product_version: string | null;
  readonly reasons: readonly string[];
};

/** Adds a file found in the folder to the list. */
export async function addFound(db: Database, found: FoundFile): Promise<void> {
  await sql`
    insert into backups (file_name, origin, state, requested_at, taken_at, finished_at, bytes, schema_step, product_version, reasons)
    values (${found.file_name}, 'found', 'kept', ${found.taken_at}, ${found.taken_at}, ${found.taken_at}, ${found.bytes},
      ${found.schema_step}, ${found.product_version}, ${found.reasons}::text[])
    on conflict (file_name) do nothing`.execute(db);
}

export async function listFileNames(db: Reader): Promise<Set<string>> {
  const { rows } = await sql<{ file_name: string }>`select file_name from backups`.execute(db);
  return new Set(rows.map(row => row.file_name));
}

/** Queues an existing backup for verification. Its earlier result stays until then. */
export async function recordWaiting(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update backups set state = 'waiting', waiting_since = ${now}, done_bytes = 0, total_bytes = 0 where id = ${id}`.execute(
    tx,
  );
}
