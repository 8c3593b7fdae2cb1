import type * as z from 'zod';
import type {
  AuditedRecord,
  CellError,
  ImportContext,
  ImportedRow,
  Importer,
  RowResult,
  UndoneRow,
  UndoRefusal,
} from './imported-row';
import { rejected } from './imported-row';
import { changesOf, parseValues } from './parse-values';
import {
  deletePlain,
  insertPlain,
  lockPlain,
  type PlainTable,
  type PlainValues,
  type StoredPlain,
  updatePlain,
} from './plain-records';
import { refuseWorkSince, type WorkPlace } from './work-since';
import { withReservedIds } from '../../platform/database/reserve-ids';

/** A row prepared for its contract, with the problems already found in it. */
export type PreparedRow = {
  readonly number: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly CellError[];
};

export type PlainTerms = PlainTable & {
  readonly recordType: string;
  readonly audited?: AuditedRecord;
  /** The noun in a sentence: "supplier". */
  readonly noun: string;
  /** Returns the columns and the name. */
  readonly schema: z.ZodType;
  readonly fieldOf?: Readonly<Record<string, string>>;
  readonly prepare: (ctx: ImportContext, rows: readonly ImportedRow[]) => Promise<PreparedRow[]>;
  /** Finds and locks the records that rows may refer to, by row number. */
  readonly find: (ctx: ImportContext, rows: readonly PreparedRow[]) => Promise<Map<number, StoredPlain[]>>;
  /** Chooses one of several matching records; without it several are an error. */
  readonly choose?: (found: readonly StoredPlain[], row: PreparedRow) => StoredPlain | undefined;
  /** The message when several match; by default it says that they share a name. */
  readonly several?: (count: number) => string;
  /** The keys by which another row of the file is the same record, as `find` would match it once it is stored. */
  readonly keysOf: (values: PlainValues) => readonly string[];
  /** What may have been added to a record since, and would be deleted with it. */
  readonly workSince?: readonly WorkPlace[];
};

type Planned = {
  readonly number: number;
  readonly stored: StoredPlain | undefined;
  readonly name: string;
  readonly values: PlainValues;
};

/** An importer for records that are one row of one table. */
export const plainImporter = (terms: PlainTerms): Importer => ({
  recordType: terms.recordType,
  ...(terms.audited ? { audited: terms.audited } : {}),
  importRows: (ctx, rows) => importPlain(terms, ctx, rows),
  undoRows: (ctx, rows) => undoPlain(terms, ctx, rows),
});

async function importPlain(
  terms: PlainTerms,
  ctx: ImportContext,
  rows: readonly ImportedRow[],
): Promise<RowResult[]> {
  const prepared = await terms.prepare(ctx, rows);
  const found = await terms.find(ctx, prepared);
  const results: RowResult[] = [];
  const added: Planned[] = [];
  const changed: (Planned & { stored: StoredPlain; changes: NonNullable<ReturnType<typeof changesOf>> })[] =
    [];
  for (const row of prepared) {
    // Whether two rows are one record does not depend on the block in which they are imported, so what an earlier block
    // added is recognised by its keys, as in one block.
    const before = (found.get(row.number) ?? []).filter(({ id }) => !isAddedByFile(ctx, id));
    const plan = planOf(terms, ctx, row, before);
    if ('outcome' in plan) {
      results.push(plan);
      continue;
    }
    const { stored } = plan;
    if (!stored) {
      added.push(plan);
      continue;
    }
    const changes = changesOf(stored.values, plan.values);
    if (!changes) results.push({ number: row.number, outcome: 'unchanged' });
    else if (ctx.canEdit) changed.push({ ...plan, stored, changes });
    else
      results.push(
        rejected(row.number, [
          {
            field: 'name',
            message: `This ${terms.noun} already exists with other values, and you do not have permission to edit it.`,
          },
        ]),
      );
  }
  const inserted = await withReservedIds(ctx.tx, terms.table, added);
  await insertPlain(ctx.tx, terms, inserted, ctx.now);
  await updatePlain(
    ctx.tx,
    terms,
    changed.map(({ stored, values }) => ({ id: stored.id, values })),
    ctx.now,
  );
  for (const { number, id, name, values } of inserted) {
    ctx.seen.set(addedKey(id), number);
    results.push({
      number,
      outcome: 'new',
      record: { id, version: 1, name, before: null, after: values },
    });
  }
  for (const { number, stored, name, changes } of changed)
    results.push({
      number,
      outcome: 'changed',
      record: { id: stored.id, version: stored.version + 1, name, ...changes },
    });
  return results;
}

/** The key of a record by id, which two rows of a file must not change. */
const recordKey = (id: number) => `#${id}`;
const addedKey = (id: number) => `added #${id}`;

/** Whether an earlier row of the file added the record. */
export const isAddedByFile = (ctx: ImportContext, id: number): boolean => ctx.seen.has(addedKey(id));

/** Decides on a row: the values to write, or its final result. */
function planOf(
  terms: PlainTerms,
  ctx: ImportContext,
  row: PreparedRow,
  found: readonly StoredPlain[],
): Planned | RowResult {
  if (row.errors.length > 0) return rejected(row.number, row.errors);
  const stored = found.length > 1 ? terms.choose?.(found, row) : found[0];
  if (found.length > 1 && !stored)
    return rejected(row.number, [
      {
        field: 'name',
        message:
          terms.several?.(found.length) ??
          `${found.length} records have this name. Rename them first, or skip this row.`,
      },
    ]);
  const parsed = parseValues(terms.schema, { ...stored?.values, ...row.values }, terms.fieldOf);
  if ('errors' in parsed) return rejected(row.number, parsed.errors);
  const body = parsed.value as PlainValues;
  const values = Object.fromEntries(Object.keys(terms.columns).map(name => [name, body[name] ?? null]));
  const keys = stored ? [recordKey(stored.id)] : terms.keysOf(values);
  const firstRow = keys.map(key => ctx.seen.get(key)).find(number => number !== undefined);
  const name = String(body.name);
  if (firstRow !== undefined)
    return {
      number: row.number,
      outcome: 'repeated',
      firstRow,
      key: ctx.names.get(firstRow) ?? name,
      own: name,
      // By its own address, not that of a stored record which it matches by its name.
      isByEmail:
        Boolean(row.values.email) &&
        terms.keysOf(values).some(key => key.startsWith('email ') && ctx.seen.get(key) === firstRow),
    };
  ctx.names.set(row.number, name);
  const own = [...keys, ...terms.keysOf(values), ...(stored ? terms.keysOf(stored.values) : [])];
  for (const key of own) if (!ctx.seen.has(key)) ctx.seen.set(key, row.number);
  return { number: row.number, stored, name, values };
}

async function undoPlain(
  terms: PlainTerms,
  ctx: ImportContext,
  rows: readonly UndoneRow[],
): Promise<UndoRefusal[]> {
  const stored = await lockPlain(
    ctx.tx,
    terms,
    rows.map(row => row.id),
  );
  const there = rows.filter(row => stored.has(row.id));
  const refusals = there
    .filter(row => stored.get(row.id)?.version !== row.version)
    .map(({ name }) => ({ name, reason: 'has since been changed' }));
  if (refusals.length > 0) return refusals;
  const used = await refuseWorkSince(
    ctx.tx,
    terms.workSince ?? [],
    there.filter(row => row.outcome === 'new'),
  );
  if (used.length > 0) return used;
  const restored = there
    .filter(row => row.outcome === 'changed')
    .map(({ id, before }) => ({ id, values: { ...stored.get(id)?.values, ...before } as PlainValues }));
  await updatePlain(ctx.tx, terms, restored, ctx.now);
  await deletePlain(
    ctx.tx,
    terms,
    there.filter(row => row.outcome === 'new').map(row => row.id),
  );
  return [];
}
