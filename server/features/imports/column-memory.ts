import { sql } from 'kysely';
import { type ColumnMapping, guessColumns, normalHeader } from '#domain/imports/guess-columns';
import { type ImportKind, importTerms, namesOf } from '#domain/imports/import-kinds';
import type { Reader, Tx } from '../../platform/database/open-database';

/** Which field columns of these names were mapped to the last time; null for those that were left out. */
export async function recallColumns(db: Reader, kind: ImportKind): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('import_column_memory')
    .select(['header', 'field'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(row => [row.header, row.field]));
}

/**
 * Remembers how columns were mapped. That one was left out is remembered only where its name alone would have
 * mapped it: a column without meaning may get one later.
 */
export async function rememberColumns(
  tx: Tx,
  kind: ImportKind,
  headers: readonly string[],
  mapping: ColumnMapping,
): Promise<void> {
  // Who may not import a field leaves its column out; that says nothing about others.
  const fields = importTerms[kind].fields
    .filter(({ needs }) => needs === undefined)
    .map(field => ({ name: field.name, names: namesOf(field) }));
  const guessed = new Set(Object.values(guessColumns(headers, fields, new Map())));
  const mapped = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  const memory = new Map<string, string | null>();
  headers.forEach((header, column) => {
    const name = normalHeader(header).slice(0, 200);
    const field = mapped.get(column);
    if (name === '' || memory.get(name)) return;
    if (field !== undefined || guessed.has(column)) memory.set(name, field ?? null);
  });
  const rows = [...memory].map(([header, field]) => ({ header, field }));
  await sql`
    insert into import_column_memory (kind, header, field)
    select ${kind}, header, field from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (header text, field text)
    on conflict (kind, header) do update set field = excluded.field`.execute(tx);
}
