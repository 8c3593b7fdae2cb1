import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/open-database';

/** The rows, besides one, that were rejected for a cell with this text. */
type Alike = {
  readonly importId: number;
  readonly row: number;
  readonly field: string;
  /** Null for a field without a column. */
  readonly column: number | null;
  readonly text: string;
};

const alike = ({ importId, row, field, column, text }: Alike) => sql`
  import_id = ${importId} and row_number <> ${row} and outcome = 'rejected' and not is_left_out
  and errors @> ${JSON.stringify([{ field }])}::jsonb
  and btrim(coalesce(corrections ->> ${field}::text, cells ->> ${column}::integer, '')) = ${text}`;

export async function countAlike(db: Reader, rows: Alike): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    select count(*) as n from import_rows where ${alike(rows)}`.execute(db);
  return found[0]?.n ?? 0;
}

/** Corrects that cell of each of them. Returns how many there were. */
export async function correctAlike(tx: Tx, rows: Alike, value: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update import_rows set corrections = corrections || jsonb_build_object(${rows.field}::text, ${value}::text)
    where ${alike(rows)}`.execute(tx);
  return Number(numAffectedRows);
}
