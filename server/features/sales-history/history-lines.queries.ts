import { sql } from 'kysely';
import { type HistoryReason, historyReasonNames } from '#domain/sales-history/treatment';
import type { ImportContext } from '../../kernel/imports';
import type { Reader } from '../../platform/database/open-database';

/** Goods without a price are stock found, if the document has no customer and no priced line. */
export async function markFound({ tx, importId }: ImportContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update sales_history_lines set treatment = 'found'
    where import_id = ${importId} and treatment = 'given' and number_key = any(${[...keys]}::text[])`.execute(
    tx,
  );
}

/** Lists the planned lines of these documents as not posted, all for the same reason. */
export async function listDocuments(
  { tx, importId }: ImportContext,
  keys: readonly string[],
  reason: HistoryReason,
  message = `${historyReasonNames[reason]}.`,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update sales_history_lines set outcome = 'listed', reason = ${reason}, message = ${message}
    where import_id = ${importId} and outcome = 'planned' and number_key = any(${[...keys]}::text[])`.execute(
    tx,
  );
}

/** Lists single lines as not posted, each with its own message. */
export async function listLines(
  { tx, importId }: ImportContext,
  lines: readonly { readonly row: number; readonly reason: HistoryReason; readonly message?: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ row, reason, message = `${historyReasonNames[reason]}.` }) => ({
    row,
    reason,
    message,
  }));
  await sql`
    update sales_history_lines l set outcome = 'listed', reason = new.reason, message = new.message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (row integer, reason text, message text)
    where l.import_id = ${importId} and l.row_number = new.row and l.outcome = 'planned'`.execute(tx);
}

/** Marks listed lines as rejected rows of the file too, so that they can be corrected and downloaded. */
export async function markRejected({ tx, importId }: ImportContext): Promise<void> {
  await sql`
    update import_rows set outcome = null, errors = null where import_id = ${importId} and outcome = 'rejected'
      and row_number not in (select row_number from sales_history_lines where import_id = ${importId} and outcome = 'listed')`.execute(
    tx,
  );
  await sql`
    update import_rows r set outcome = 'rejected',
      errors = jsonb_build_array(jsonb_build_object('field', null, 'message', l.message))
    from sales_history_lines l
    where l.import_id = ${importId} and l.outcome = 'listed' and r.import_id = l.import_id and r.row_number = l.row_number
      and r.errors is distinct from jsonb_build_array(jsonb_build_object('field', null, 'message', l.message))`.execute(
    tx,
  );
}

export type HistoryCounts = { readonly new: number; readonly unchanged: number; readonly rejected: number };

export async function countLines(db: Reader, importId: number): Promise<HistoryCounts> {
  const { rows } = await sql<HistoryCounts>`
    select count(*) filter (where outcome in ('planned', 'posted')) as new,
      count(*) filter (where outcome = 'already') as unchanged, count(*) filter (where outcome = 'listed') as rejected
    from sales_history_lines where import_id = ${importId}`.execute(db);
  return rows[0] ?? { new: 0, unchanged: 0, rejected: 0 };
}
