import { truncateText } from '#domain/kernel/truncate-text';
import { sql } from 'kysely';
import { type ColumnMapping, guessColumns, normalHeader } from '#domain/imports/guess-columns';
import { type ImportKind, importTerms, namesOf } from '#domain/imports/import-kinds';
import type { Reader, Tx } from '../../platform/database/open-database';

/** The fields that columns with these names were last mapped to; null for skipped ones. */
export async function recallColumns(db: Reader, kind: ImportKind): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('import_column_memory')
    .select(['header', 'field'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(row => [row.header, row.field]));
}

/**
 * Remembers the mapping of columns. A skipped column is remembered only if its name would otherwise map it.
 */
export async function rememberColumns(
  tx: Tx,
  kind: ImportKind,
  headers: readonly string[],
  mapping: ColumnMapping,
): Promise<void> {
  // A user without permission for a field has to skip its column, which says nothing about other users.
  const fields = importTerms[kind].fields
    .filter(({ needs }) => needs === undefined)
    .map(field => ({ name: field.name, names: namesOf(field) }));
  const guessed = new Set(Object.values(guessColumns(headers, fields, new Map())));
  const mapped = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  const memory = new Map<string, string | null>();
  headers.forEach((header, column) => {
    const name = truncateText(normalHeader(header), 200);
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
