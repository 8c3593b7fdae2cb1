import { sql } from 'kysely';
import { type ExportFile, exportKeptHours } from '#domain/exports/export.contract';
import type { Database, Reader, Tx } from '../../platform/database/open-database';

/** An export as stored. */
export type StoredExport = ExportFile & {
  readonly query: Readonly<Record<string, string>>;
  readonly content_type: string | null;
  readonly made_with: readonly string[];
  readonly created_by: number;
};

const kept = sql`make_interval(hours => ${exportKeptHours})`;
const columns = sql`id, path, query, state, file_name, content_type, row_count, bytes, sha256, made_with, problem,
  created_by, created_at, finished_at, finished_at + ${kept} as expires_at`;

/** The exports of a user, newest first. */
export async function listExports(db: Reader, userId: number): Promise<StoredExport[]> {
  const { rows } = await sql<StoredExport>`
    select ${columns} from exports where created_by = ${userId} order by created_at desc, id desc`.execute(
    db,
  );
  return rows;
}

export async function findExport(db: Reader, id: number): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`select ${columns} from exports where id = ${id}`.execute(db);
  return rows[0];
}

export async function countRunning(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from exports where created_by = ${userId} and state = 'running'`.execute(tx);
  return rows[0]?.count ?? 0;
}

type NewExport = Pick<StoredExport, 'path' | 'query' | 'created_by' | 'created_at'>;

export async function insertExport(tx: Tx, one: NewExport): Promise<StoredExport[]> {
  const { rows } = await sql<StoredExport>`
    insert into exports (path, query, created_by, created_at, alive_at)
    values (${one.path}, ${JSON.stringify(one.query)}::jsonb, ${one.created_by}, ${one.created_at}, now())
    returning ${columns}`.execute(tx);
  return rows;
}

/** An attempt to make a file. Its claim tells it from others, such as one that was presumed dead. */
export type ClaimedExport = StoredExport & { readonly claim: string };

/**
 * Without progress for this long, by the database's clock, the process is presumed dead. The clocks of processes may be
 * wrong.
 */
const isSilent = sql`alive_at < now() - interval '60 seconds'`;

/** Claims a running export, unless another process is making its file. */
export async function claimExport(db: Database, id: number): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update exports set claim = gen_random_uuid(), alive_at = now()
    where id = ${id} and state = 'running' and (claim is null or ${isSilent}) returning ${columns}, claim`.execute(
    db,
  );
  return rows[0];
}

/** Lets the next attempt begin at once. */
export async function releaseExport(db: Database, { id, claim }: ClaimedExport): Promise<void> {
  await sql`update exports set claim = null, alive_at = now() where id = ${id} and claim = ${claim}`.execute(
    db,
  );
}

const isHeld = ({ id, claim }: ClaimedExport) => sql`id = ${id} and claim = ${claim} and state = 'running'`;

/** False once the export has been deleted or another process has taken it over. */
export async function showProgress(
  db: Database,
  held: ClaimedExport,
  { rows, bytes }: { rows: number | null; bytes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exports set row_count = ${rows}, bytes = ${bytes}, alive_at = now() where ${isHeld(held)}`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

type Made = {
  readonly fileName: string;
  readonly contentType: string;
  readonly rows: number | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly madeWith: readonly string[];
};

export async function finishExport(db: Database, held: ClaimedExport, made: Made, now: Date): Promise<void> {
  await sql`
    update exports set state = 'done', file_name = ${made.fileName}, content_type = ${made.contentType},
      row_count = ${made.rows}, bytes = ${made.bytes}, sha256 = ${made.sha256},
      made_with = ${[...made.madeWith]}::text[], finished_at = ${now} where ${isHeld(held)}`.execute(db);
}

export async function failExport(
  db: Database,
  held: ClaimedExport,
  problem: string,
  now: Date,
): Promise<void> {
  await sql`update exports set state = 'failed', problem = ${problem}, finished_at = ${now}
    where ${isHeld(held)}`.execute(db);
}

/** Gives up every running export for this reason. Returns how many there were. */
export async function failRunning(tx: Tx, problem: string, now: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update exports set state = 'failed', problem = ${problem}, finished_at = ${now}
    where state = 'running'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function deleteExport(tx: Tx, id: number): Promise<void> {
  await sql`delete from exports where id = ${id}`.execute(tx);
}

/** Also deletes one that has been tried for a whole day. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await sql`
    delete from exports where created_at < ${now}::timestamptz - ${kept}
      and coalesce(finished_at, created_at) < ${now}::timestamptz - ${kept}`.execute(db);
}

/** Exports whose process has died, free to be claimed. */
export async function takeSilent(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update exports set alive_at = now(), claim = null where state = 'running' and ${isSilent} returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
