import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/open-database';

/** The rows of a list of backups, as they are stored. */
export type CarriedBackups = readonly unknown[];

/** The backups that a database lists. Earlier versions of it may have fewer columns. */
export async function readBackups(db: Reader): Promise<CarriedBackups> {
  const { rows } = await sql<{
    row: unknown;
  }>`select to_jsonb(b) as row from backups b order by b.id`.execute(db);
  return rows.map(({ row }) => row);
}

/**
 * Lists the backups of the database that a restore replaces. The list is in no backup, and without it scheduled ones
 * would only be found in the folder and never be deleted.
 */
export async function addCarried(tx: Tx, backups: CarriedBackups): Promise<void> {
  await sql`
    insert into backups (file_name, origin, asked_by, scheduled_for, state, requested_at, taken_at, finished_at, bytes, sha256,
      schema_step, product_version, row_count, file_count, holds, checked_at, check_milliseconds, reasons)
    select file_name, origin, (select u.id from users u where u.id = asked_by), scheduled_for,
      case when state = 'failed' then 'failed' else 'kept' end, requested_at, taken_at, finished_at, bytes, sha256,
      schema_step, product_version, row_count, file_count, holds, checked_at, check_milliseconds, coalesce(reasons, '{}')
    from jsonb_to_recordset(${JSON.stringify(backups)}::jsonb) as carried (file_name text, origin text, asked_by bigint,
      scheduled_for date, state text, requested_at timestamptz, taken_at timestamptz, finished_at timestamptz, bytes bigint,
      sha256 text, schema_step text, product_version text, row_count bigint, file_count bigint, holds boolean,
      checked_at timestamptz, check_milliseconds bigint, reasons text[])
    where state = 'failed' or bytes is not null
    order by requested_at on conflict (file_name) do nothing`.execute(tx);
}
