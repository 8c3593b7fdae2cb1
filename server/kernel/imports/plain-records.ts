import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

export type PlainValue = string | number | null | readonly string[];
export type PlainValues = Readonly<Record<string, PlainValue>>;
export type StoredPlain = { readonly id: number; readonly version: number; readonly values: PlainValues };

/** A table whose records are a few columns, a version and timestamps. */
export type PlainTable = {
  readonly table: string;
  readonly columns: Readonly<Record<string, 'text' | 'bigint' | 'text[]' | 'numeric' | 'date'>>;
};

const names = ({ columns }: PlainTable) => sql.join(Object.keys(columns).map(name => sql.ref(name)));
const typed = ({ columns }: PlainTable) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
const asJson = (rows: readonly { id: number; values: PlainValues }[]) =>
  sql`${JSON.stringify(rows.map(({ id, values }) => ({ id, ...values })))}::jsonb`;

export async function insertPlain(
  tx: Tx,
  table: PlainTable,
  rows: readonly { id: number; values: PlainValues }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into ${sql.table(table.table)} (id, ${names(table)}, created_at, updated_at) overriding system value
    select id, ${names(table)}, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${asJson(rows)}) as row (id bigint, ${typed(table)})`.execute(tx);
}

export async function updatePlain(
  tx: Tx,
  table: PlainTable,
  rows: readonly { id: number; values: PlainValues }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const set = Object.keys(table.columns).map(name => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`);
  await sql`
    update ${sql.table(table.table)} as old set ${sql.join(set)}, version = old.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${asJson(rows)}) as new (id bigint, ${typed(table)})
    where old.id = new.id`.execute(tx);
}

/** Locks records until the commit and returns their current values, by id. */
export async function lockPlain(
  tx: Tx,
  table: PlainTable,
  ids: readonly number[],
): Promise<Map<number, StoredPlain>> {
  const { rows } = await sql<PlainValues & { id: number; version: number }>`
    select id, version, ${names(table)} from ${sql.table(table.table)}
    where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  return new Map(rows.map(row => [row.id, storedOf(table, row)]));
}

export async function deletePlain(tx: Tx, table: PlainTable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await sql`delete from ${sql.table(table.table)} where id = any(${ids}::bigint[])`.execute(tx);
}

export const storedOf = (
  { columns }: PlainTable,
  row: PlainValues & { id: number; version: number },
): StoredPlain => ({
  id: row.id,
  version: row.version,
  values: Object.fromEntries(Object.keys(columns).map(name => [name, row[name] ?? null])),
});
