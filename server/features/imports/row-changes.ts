import { sql } from 'kysely';
import type { StagedRow } from '#domain/imports/import.contract';
import { type ImportKind, importTerms } from '#domain/imports/import-kinds';
import { formatPounds } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';

type Facts = Readonly<Record<string, unknown>>;
type Changed = { readonly before: Facts | null; readonly after: Facts | null };

/** Where the names of referenced records are stored. */
const namedIn: Readonly<Record<string, string>> = {
  category_id: 'categories',
  sub_category_id: 'sub_categories',
  brand_id: 'brands',
  unit_id: 'units',
  buying_unit_id: 'units',
  price_group_id: 'price_groups',
  supplier_id: 'suppliers',
};

const fieldOf = (key: string) => key.replace(/_(?:pence|id)$/, '');

/** For changed rows, the current and new value of each field in words (F73). */
export async function changesIn(
  db: Reader,
  kind: ImportKind,
  rows: readonly Changed[],
): Promise<StagedRow['changes'][]> {
  const names = await namesOf(db, rows);
  const labels = new Map(importTerms[kind].fields.map(({ name, label }) => [name, label]));
  const inWords = (key: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (Array.isArray(value)) return value.map(one => String(one)).join(', ');
    if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
    if (key in namedIn) return names.get(`${key} ${value}`) ?? 'new';
    return key.endsWith('_pence') ? formatPounds(value) : String(value);
  };
  return rows.map(({ before, after }) =>
    Object.keys(before ?? {})
      .map(key => ({
        field: fieldOf(key),
        label: labels.get(fieldOf(key)) ?? labels.get(key) ?? fieldOf(key).replaceAll('_', ' '),
        before: inWords(key, before?.[key]),
        after: inWords(key, after?.[key]),
      }))
      .filter(change => change.before !== change.after),
  );
}

/** The names behind ids of these rows. A record added only by the check no longer exists and is new. */
async function namesOf(db: Reader, rows: readonly Changed[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [key, table] of Object.entries(namedIn)) {
    const ids = rows.flatMap(({ before, after }) =>
      [before?.[key], after?.[key]].filter(value => typeof value === 'number'),
    );
    if (ids.length === 0) continue;
    const found = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(table)} where id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
    for (const { id, name } of found.rows) names.set(`${key} ${id}`, name);
  }
  return names;
}
