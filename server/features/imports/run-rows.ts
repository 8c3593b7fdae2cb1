import type { RowOutcome } from '#domain/imports/import.contract';
import { importOptions } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { nameRow } from '#domain/imports/row-place';
import type { Permission } from '#domain/kernel/permissions';
import {
  type ImportContext,
  type ImportedRow,
  type Importer,
  readStatus,
  rejected,
  type RowResult,
} from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';
import { contextWithoutRequest } from '../../platform/http/context';
import type { Refusal } from '../../platform/http/refusal';
import { refusalInSavepoint } from '../../platform/http/refusal-in-savepoint';
import type { StoredImport } from './imports.queries';
import { cellErrorsOf, valuesOf } from './row-values';
import { nextRows, type Staged } from './staged-rows.queries';

const rowsAtATime = 250;

export type Counts = Record<RowOutcome, number>;

/** The context of the importers: the requesting user with the permissions of that time. */
export function importContext(tx: Tx, imported: StoredImport, now: Date): ImportContext {
  const { asked_rights: rights, asked_by: id, asked_by_name: name } = imported;
  const actor = {
    id,
    name,
    email: '',
    sessionId: 0,
    roles: [],
    permissions: rights as Permission[],
    mustChangePassword: false,
  };
  return {
    ...contextWithoutRequest(tx, actor, now),
    importId: imported.id,
    fileName: imported.file_name,
    options: importOptions.parse(imported.options),
    canEdit: rights.includes(importTerms[imported.kind].edit),
    seen: new Map(),
    undoneBefore: new Set(),
    names: new Map(),
    nameRow: (number, word) => nameRow(imported.files, number, word),
  };
}

/**
 * Imports all rows in blocks within the caller's transaction. A failing block is split in halves until the
 * failing row stands alone. `onBlock` receives the results of each block, and its rows as they were stored before.
 */
export async function runRows(
  ctx: ImportContext,
  imported: StoredImport,
  importer: Importer,
  onBlock: (results: readonly RowResult[], done: number, staged: readonly Staged[]) => Promise<void>,
): Promise<Counts> {
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, repeated: 0, rejected: 0 };
  let last = 0;
  let done = 0;
  for (;;) {
    const staged = await nextRows(ctx.tx, imported.id, last, rowsAtATime);
    if (staged.length === 0) return counts;
    last = staged.at(-1)?.row_number ?? last;
    const results = (await runBlock(ctx, imported, importer, staged)).map(result =>
      withRepeats(ctx, imported, result),
    );
    for (const { outcome } of results) counts[outcome] += 1;
    done += staged.length;
    await onBlock(results, done, staged);
  }
}

async function runBlock(
  ctx: ImportContext,
  imported: StoredImport,
  importer: Importer,
  staged: readonly Staged[],
): Promise<RowResult[]> {
  const broken: RowResult[] = [];
  const rows: ImportedRow[] = [];
  for (const row of staged) {
    const errors = cellErrorsOf(row, imported.mapping);
    if (errors.length > 0) broken.push(rejected(row.row_number, errors));
    else rows.push({ number: row.row_number, values: withStatus(valuesOf(row, imported.mapping)) });
  }
  return [...broken, ...(await attempt(ctx, importer, rows))];
}

const withStatus = (values: ImportedRow['values']): ImportedRow['values'] =>
  values.status === undefined ? values : { ...values, status: readStatus(values.status) };

/** Tries rows together, and each half separately if they are refused. */
async function attempt(
  ctx: ImportContext,
  importer: Importer,
  rows: readonly ImportedRow[],
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  const done = await inSavepoint(ctx, rows, () => importer.importRows(ctx, rows));
  if ('value' in done) return done.value;
  const [only] = rows;
  if (rows.length === 1 && only) return [refusedRow(only, done.refusal)];
  const half = Math.ceil(rows.length / 2);
  return [
    ...(await attempt(ctx, importer, rows.slice(0, half))),
    ...(await attempt(ctx, importer, rows.slice(half))),
  ];
}

function refusedRow(row: ImportedRow, refusal: Refusal): RowResult {
  const errors = Object.entries(refusal.errors ?? {}).map(([field, messages]) => ({
    field,
    message: messages[0] ?? refusal.message,
  }));
  return rejected(row.number, errors.length > 0 ? errors : [{ field: null, message: refusal.message }]);
}

/** Imports some rows in a savepoint. What is rolled back has been seen in none of them. */
export async function inSavepoint<T>(
  ctx: ImportContext,
  rows: readonly { readonly number: number }[],
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly refusal: Refusal }> {
  const done = await refusalInSavepoint(ctx, work);
  if ('value' in done) return done;
  const numbers = new Set(rows.map(row => row.number));
  for (const [key, number] of ctx.seen) if (numbers.has(number)) ctx.seen.delete(key);
  return done;
}

const lowered = (text: string): string => text.toLowerCase();

/** Two rows with different names are one record by what else they share. */
function repeatInWords(
  first: string,
  { key, own = key, isByEmail }: Extract<RowResult, { readonly outcome: 'repeated' }>,
): string {
  if (lowered(own) === lowered(key)) return `${first} already has “${own}”. Keep one of the two rows.`;
  return isByEmail
    ? `${first}, “${key}”, has the same email address, so “${own}” would be the same record. Keep one of the two rows, or give them different addresses.`
    : `${first}, “${key}”, already changes the record that “${own}” is. Keep one of the two rows.`;
}

function withRepeats(ctx: ImportContext, { kind }: StoredImport, result: RowResult): RowResult {
  if (result.outcome !== 'repeated' || ctx.options.repeats === 'first') return result;
  return rejected(result.number, [
    {
      field: importTerms[kind].keyFields.at(-1) ?? null,
      message: repeatInWords(ctx.nameRow(result.firstRow), result),
    },
  ]);
}
