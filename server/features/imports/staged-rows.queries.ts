import { sql } from 'kysely';
import type { RowOutcome, RowsToShow } from '#domain/imports/import.contract';
import type { CellError, RowResult, UndoneRow } from '../../kernel/imports';
import type { Reader, Tx } from '../../platform/database/open-database';
import { streamRows } from '../../platform/database/stream-rows';
import type { TableRow } from '../../platform/spreadsheets/read';

/** A stored row of the file with its corrections. */
export type Staged = {
  readonly row_number: number;
  readonly cells: readonly string[];
  readonly cell_problems: Readonly<Record<number, string>> | null;
  readonly corrections: Readonly<Record<string, string>>;
  readonly is_left_out: boolean;
  readonly outcome: RowOutcome | null;
  readonly errors: CellError[] | null;
  /** Of a new or changed row: its record as the last step left it. That of a new row is another one after a check. */
  readonly record_id: number | null;
  readonly record_version: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

const columns = sql`row_number, cells, cell_problems, corrections, is_left_out, outcome, errors, record_id, record_version, before, after`;

export async function stageRows(tx: Tx, importId: number, rows: readonly TableRow[]): Promise<void> {
  const values = rows.map(({ number, cells, problems }) => ({
    row_number: number,
    cells,
    cell_problems: problems ?? null,
  }));
  await sql`
    insert into import_rows (import_id, row_number, cells, cell_problems)
    select ${importId}, row_number, cells, nullif(cell_problems, 'null')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as row (row_number integer, cells jsonb, cell_problems jsonb)`.execute(
    tx,
  );
}

/** The rows to import in file order, after a given one. */
export async function nextRows(
  db: Reader,
  importId: number,
  after: number,
  limit: number,
): Promise<Staged[]> {
  const { rows } = await sql<Staged>`
    select ${columns} from import_rows
    where import_id = ${importId} and row_number > ${after} and not is_left_out
    order by row_number limit ${limit}`.execute(db);
  return rows;
}

const rowsOfABlock = 2_000;

/** All rows of the file in blocks, skipped ones too. */
export async function* everyRow(db: Reader, importId: number): AsyncGenerator<Staged[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Staged>`
      select ${columns} from import_rows where import_id = ${importId} and row_number > ${after}
      order by row_number limit ${rowsOfABlock}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.row_number ?? after;
  }
}

export async function findStaged(db: Reader, importId: number, row: number): Promise<Staged | undefined> {
  const { rows } = await sql<Staged>`
    select ${columns} from import_rows where import_id = ${importId} and row_number = ${row}`.execute(db);
  return rows[0];
}

type Page = { readonly outcome?: RowsToShow | undefined; readonly page: number; readonly per_page: number };

export async function listStaged(
  db: Reader,
  importId: number,
  { outcome, page, per_page }: Page,
): Promise<{ rows: Staged[]; total: number }> {
  const condition =
    outcome === 'skipped' ? sql`and is_left_out` : outcome ? sql`and outcome = ${outcome}` : sql``;
  const [{ rows }, count] = await Promise.all([
    sql<Staged>`select ${columns} from import_rows where import_id = ${importId} ${condition}
      order by row_number limit ${per_page} offset ${(page - 1) * per_page}`.execute(db),
    sql<{
      total: number;
    }>`select count(*) as total from import_rows where import_id = ${importId} ${condition}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export const streamRejected = (db: Reader, importId: number): AsyncIterable<Staged> =>
  streamRows<Staged>(
    db,
    sql`select ${columns} from import_rows where import_id = ${importId} and outcome = 'rejected' order by row_number`,
  );

/** Stores the results of a block of rows. */
export async function storeResults(
  db: Reader,
  importId: number,
  results: readonly RowResult[],
): Promise<void> {
  const rows = results.map(result => {
    const record = 'record' in result ? result.record : undefined;
    return {
      row_number: result.number,
      outcome: result.outcome,
      errors: result.outcome === 'rejected' ? result.errors : null,
      record_id: record?.id ?? null,
      record_version: record?.version ?? null,
      record_name: record?.name ?? null,
      before: record?.before ?? null,
      after: record?.after ?? null,
    };
  });
  await sql`
    update import_rows r set outcome = new.outcome, errors = nullif(new.errors, 'null'), record_id = new.record_id,
      record_version = new.record_version, record_name = new.record_name, before = nullif(new.before, 'null'),
      after = nullif(new.after, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (row_number integer, outcome text, errors jsonb,
      record_id bigint, record_version integer, record_name text, before jsonb, after jsonb)
    where r.import_id = ${importId} and r.row_number = new.row_number`.execute(db);
}

/** Skipped rows forget the result of an earlier check, which the next step does not carry out. */
export async function clearSkipped(db: Reader, importId: number): Promise<void> {
  await sql`
    update import_rows set outcome = null, errors = null, record_id = null, record_version = null, record_name = null,
      before = null, after = null
    where import_id = ${importId} and is_left_out and outcome is not null`.execute(db);
}

/** The records an import added or changed, last first, before a given one. */
export async function rowsToUndo(
  tx: Tx,
  importId: number,
  below: number,
  limit: number,
): Promise<UndoneRow[]> {
  const { rows } = await sql<UndoneRow>`
    select row_number as number, outcome, record_id as id, record_version as version, record_name as name, before
    from import_rows
    where import_id = ${importId} and row_number < ${below} and outcome in ('new', 'changed')
      and not is_left_out
    order by row_number desc limit ${limit}`.execute(tx);
  return rows;
}
