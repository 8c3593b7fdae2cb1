import { sql } from 'kysely';
import {
  brands,
  categories,
  expenseCategories,
  type PlainMasterCalls,
  type SubCategoryCalls,
  subCategories,
  type UnitCalls,
  units,
} from '#domain/masters/master.contract';
import {
  type ImportContext,
  type ImportedRow,
  type Importer,
  plainImporter,
  type PreparedRow,
  type StoredPlain,
  storedOf,
  tidyName,
} from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';
import { type MasterKind, masterKinds } from './master-kinds';

type Row = {
  n: number;
  id: number;
  version: number;
  name: string;
  status: string;
  category_id?: number;
};

type Columns = Readonly<Record<string, 'text' | 'bigint'>>;

const hasCategory = (kind: MasterKind) => kind.table === 'sub_categories';

function masterImporter(kind: MasterKind, calls: PlainMasterCalls | SubCategoryCalls | UnitCalls): Importer {
  const columns: Columns = {
    name: 'text',
    status: 'text',
    ...(hasCategory(kind) ? { category_id: 'bigint' } : {}),
  };
  return plainImporter({
    table: kind.table,
    columns,
    recordType: kind.recordType,
    noun: kind.noun.toLowerCase(),
    schema: calls.create.body,
    fieldOf: { category_id: 'category' },
    prepare: (ctx, rows) => prepare(kind, ctx, rows),
    find: ({ tx }, rows) => find(kind, columns, tx, rows),
    keysOf: ({ name, category_id = '' }) => [`${String(category_id)}\n${String(name).toLowerCase()}`],
  });
}

async function prepare(
  kind: MasterKind,
  { tx }: ImportContext,
  rows: readonly ImportedRow[],
): Promise<PreparedRow[]> {
  const ids = hasCategory(kind)
    ? await findMasterIds(
        tx,
        'categories',
        rows.map(row => row.values.category ?? ''),
      )
    : new Map<string, number>();
  return rows.map(({ number, values: { category, status, ...values } }) => {
    const categoryId = category === undefined ? undefined : ids.get(tidyName(category));
    return {
      number,
      values: {
        ...values,
        ...(status ? { status: status.toLowerCase() } : {}),
        ...(categoryId === undefined ? {} : { category_id: categoryId }),
      },
      errors:
        category !== undefined && categoryId === undefined
          ? [{ field: 'category', message: `There is no category called “${category}”. Add it first.` }]
          : [],
    };
  });
}

/** Matches by name, ignoring letter case; sub-categories within their category. */
async function find(
  kind: MasterKind,
  columns: Columns,
  tx: Tx,
  rows: readonly PreparedRow[],
): Promise<Map<number, StoredPlain[]>> {
  const requested = rows.map(({ number, values }) => ({
    n: number,
    name: tidyName(values.name),
    category_id: values.category_id ?? null,
  }));
  const { rows: found } = await sql<Row>`
    select wanted.n, m.id, m.version, m.name, m.status ${hasCategory(kind) ? sql`, m.category_id` : sql``}
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as wanted (n integer, name text, category_id bigint)
    join ${sql.table(kind.table)} m on lower(m.name) = lower(wanted.name collate "en-GB-x-icu")
      ${hasCategory(kind) ? sql`and m.category_id = wanted.category_id` : sql``}
    order by m.id for no key update of m`.execute(tx);
  return new Map(found.map(row => [row.n, [storedOf({ table: kind.table, columns }, row)]]));
}

/** The ids of master records by name, under the name requested, ignoring letter case. */
export async function findMasterIds(
  tx: Tx,
  table: MasterKind['table'],
  names: readonly string[],
): Promise<Map<string, number>> {
  const tidied = [...new Set(names.map(tidyName))].filter(name => name !== '');
  if (tidied.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.name, m.id from unnest(${tidied}::text[]) as wanted (name)
    join ${sql.table(table)} m on lower(m.name) = lower(wanted.name collate "en-GB-x-icu")`.execute(tx);
  return new Map(rows.map(row => [row.name, row.id]));
}

/** Imports master records from a file, matched by name. */
export const masterImporters = {
  categories: masterImporter(masterKinds.categories, categories),
  sub_categories: masterImporter(masterKinds.subCategories, subCategories),
  brands: masterImporter(masterKinds.brands, brands),
  units: masterImporter(masterKinds.units, units),
  expense_categories: masterImporter(masterKinds.expenseCategories, expenseCategories),
};

/** The ids of sub-categories by name within their category, under the index of the request. */
export async function findSubCategoryIds(
  tx: Tx,
  requested: readonly { readonly index: number; readonly name: string; readonly category_id: number }[],
): Promise<Map<number, number>> {
  if (requested.length === 0) return new Map();
  const { rows } = await sql<{ index: number; id: number }>`
    select wanted.index, m.id
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as wanted (index integer, name text, category_id bigint)
    join sub_categories m on lower(m.name) = lower(wanted.name collate "en-GB-x-icu") and m.category_id = wanted.category_id`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.index, row.id]));
}
