import { type RawBuilder, sql } from 'kysely';
import type {
  ImportDetail,
  ImportFile,
  ImportOptions,
  ImportRow,
  ImportState,
} from '#domain/imports/import.contract';
import type { ImportKind } from '#domain/imports/import-kinds';
import type { Database, Reader, Tx } from '../../platform/database/open-database';
import { askPage, inOrder, isAmongWords, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import type { TableFormat } from '../../platform/spreadsheets/read';
import { tryLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

type StoredFile = ImportFile & { readonly sha256: string; readonly format: TableFormat };

/** An import as stored. */
export type StoredImport = Omit<ImportDetail, 'samples' | 'options' | 'history' | 'files' | 'can'> & {
  readonly files: StoredFile[];
  readonly history: Omit<NonNullable<ImportDetail['history']>, 'proposed_cut_over'> | null;
  readonly created_by_id: number;
  readonly options: Partial<ImportOptions>;
  readonly asked_by: number;
  readonly asked_by_name: string;
  readonly asked_rights: string[];
  readonly journal_id: number | null;
  /** The last finished document; negative before the first batch. */
  readonly document_cursor: number;
  readonly read: { readonly lines: number; readonly amount: string }[];
  /** When its rows were deleted. */
  readonly rows_pruned_at: Date | null;
};

/** A row of the list, without what a user may do with it. */
export type StoredImportRow = Omit<ImportRow, 'can'> & Pick<StoredImport, 'created_by_id'>;

export type ImportFilter = {
  readonly search?: string | undefined;
  readonly kind?: readonly ImportKind[] | undefined;
  readonly state?: readonly ImportState[] | undefined;
  readonly sort_by: 'created_at';
  readonly sort_order: 'asc' | 'desc';
};

const rowColumns = sql`i.id, i.kind, i.file_name, i.state, i.row_count, i.created_at, i.committed_at, i.undone_at,
  u.name as created_by, i.created_by as created_by_id, jsonb_build_object('new', i.new_count, 'changed', i.changed_count, 'unchanged', i.unchanged_count,
    'repeated', i.repeated_count, 'rejected', i.rejected_count) as counts`;

const conditions = (filter: ImportFilter, kinds: readonly ImportKind[]): RawBuilder<unknown> =>
  where(
    sql`i.kind = any(${[...kinds]}::text[])`,
    filter.search !== undefined && sql`strpos(lower(i.file_name), ${filter.search.toLowerCase()}) > 0`,
    filter.kind && isAmongWords(sql`i.kind`, filter.kind),
    filter.state && isAmongWords(sql`i.state`, filter.state),
  );

const order = (filter: ImportFilter) => inOrder({ created_at: sql`i.created_at` }, filter, sql`i.id`);

/** One page of the imports of these kinds. */
export async function listImports(
  db: Reader,
  query: ImportFilter & { page: number; per_page: number },
  kinds: readonly ImportKind[],
) {
  return askPage(db, query, {
    rows: sql<StoredImportRow>`select ${rowColumns} from imports i join users u on u.id = i.created_by
      ${conditions(query, kinds)} ${order(query)} ${pageLimit(query)}`,
    total: sql<{ total: number }>`select count(*) as total from imports i ${conditions(query, kinds)}`,
  });
}

export const streamImports = (
  db: Reader,
  filter: ImportFilter,
  kinds: readonly ImportKind[],
): AsyncIterable<StoredImportRow> =>
  streamRows<StoredImportRow>(
    db,
    sql`select ${rowColumns} from imports i join users u on u.id = i.created_by ${conditions(filter, kinds)} ${order(filter)}`,
  );

const detail = (id: number) => sql<StoredImport>`
  select ${rowColumns}, i.headers, i.mapping, i.options, i.is_stale,
    (select count(*) from import_rows r where r.import_id = i.id and r.is_left_out) as skipped_count, i.progress, i.problem,
    i.version, i.sheets, i.sheet, i.new_masters, i.left_behind, i.asked_by, a.name as asked_by_name, i.asked_rights, i.journal_id, i.rows_pruned_at,
    i.document_cursor, coalesce(i.history->'read', '[]') as read, case when i.kind = 'sales_history' then jsonb_build_object(
      'documents', i.document_count, 'done', greatest(i.document_cursor, 0), 'run_from', i.run_from, 'vat_cut_over', i.vat_cut_over,
      'run_started_at', to_char(i.run_started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'trial', i.history->'trial') end as history,
    (select coalesce(jsonb_agg(jsonb_build_object('file_name', f.file_name, 'rows_before', f.rows_before,
      'sha256', f.sha256, 'format', f.format) order by f.position), '[]') from import_files f where f.import_id = i.id) as files
  from imports i join users u on u.id = i.created_by join users a on a.id = i.asked_by where i.id = ${id}`;

export async function findImport(db: Reader, id: number): Promise<StoredImport | undefined> {
  return (await detail(id).execute(db)).rows[0];
}

/** Locks an import until the commit. */
export async function lockImport(tx: Tx, id: number): Promise<StoredImport | undefined> {
  await sql`select from imports where id = ${id} for update`.execute(tx);
  return findImport(tx, id);
}

/** The first rows of the file. */
export async function findSamples(db: Reader, id: number): Promise<string[][]> {
  const { rows } = await sql<{ cells: string[] }>`
    select cells from import_rows where import_id = ${id} order by row_number limit 5`.execute(db);
  return rows.map(row => row.cells);
}

/** The hashes of the files, as the audit log names them. */
export const hashesOf = ({ files }: StoredImport): string => files.map(({ sha256 }) => sha256).join(', ');

type Requester = { readonly id: number; readonly rights: readonly string[] };

/** Stores the next step, with the user who requested it and their permissions. */
export async function requestStep(
  tx: Tx,
  id: number,
  state: ImportState,
  requester: Requester,
): Promise<void> {
  await sql`
    update imports set state = ${state}, asked_by = ${requester.id}, asked_rights = ${[...requester.rights]}::text[],
      progress = case when (${state}, state) in (('committing', 'paused'), ('undoing', 'undo_stopped')) then progress else 0 end,
      problem = null, alive_at = now(), version = version + 1 where id = ${id}`.execute(tx);
}

/** Ends a failed step with the state and the message for the user. */
export async function failStep(
  db: Reader,
  id: number,
  from: ImportState,
  to: ImportState,
  problem: string,
): Promise<void> {
  await sql`update imports set state = ${to}, problem = ${problem}, version = version + 1
    where id = ${id} and state = ${from}`.execute(db);
}

/** The imports that are being carried out or undone. */
export async function listPosting(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from imports where state in ('committing', 'undoing') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A heartbeat outside the transaction of the work, visible at once. */
export async function showProgress(db: Database, id: number, progress: number): Promise<void> {
  await sql`update imports set progress = ${progress}, alive_at = now() where id = ${id}`.execute(db);
}

/** The heartbeat of a step waiting for a retry. */
export async function showAlive(db: Database, id: number): Promise<void> {
  await sql`update imports set alive_at = now() where id = ${id}`.execute(db);
}

/** Whether no one else is working on this import, until the end of the transaction. */
export const claimImport = (tx: Tx, id: number): Promise<boolean> => tryLock(tx, locks.importOf, id);

/** Whether no other import of this kind is running; they would wait for each other row by row. */
export const claimKind = (tx: Tx, kind: ImportKind): Promise<boolean> =>
  tryLock(tx, locks.importsOfKind, kind);
