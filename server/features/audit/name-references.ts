import { sql } from 'kysely';
import { historyFields, type Reference } from '#domain/audit/history-fields';
import type { NameOf } from '#domain/audit/history-words';
import type { Reader } from '../../platform/database/open-database';
import type { StoredEntry } from './stored-entry';

/** Where the name of a record is stored. */
const places: Readonly<Record<Reference, readonly [table: string, name: string]>> = {
  account: ['accounts', 'name'],
  brand: ['brands', 'name'],
  category: ['categories', 'name'],
  customer: ['customers', 'name'],
  email: ['emails', 'subject'],
  employee: ['employees', 'name'],
  expense_category: ['expense_categories', 'name'],
  journal: ['journals', 'narrative'],
  price_group: ['price_groups', 'name'],
  product: ['products', 'name'],
  purchase_order: ['purchase_orders', 'po_number'],
  register: ['registers', 'name'],
  sub_category: ['sub_categories', 'name'],
  supplier: ['suppliers', 'name'],
  supplier_payment: ['payments', 'number'],
  till_session: ['till_sessions', "'Z ' || z_number"],
  unit: ['units', 'name'],
  user: ['users', 'name'],
};

/** The names of the records that facts refer to by id, loaded once for all entries. */
export async function nameReferences(
  db: Reader,
  entries: readonly Pick<StoredEntry, 'before' | 'after'>[],
): Promise<NameOf> {
  const idsByReference = new Map<Reference, Set<number>>();
  for (const { before, after } of entries)
    for (const facts of [before, after]) collect(idsByReference, facts ?? {});
  if (idsByReference.size === 0) return () => null;
  const parts = [...idsByReference].map(([reference, ids]) => {
    const [table, name] = places[reference];
    return sql`select ${`${reference} `} || id as key, ${sql.raw(name)}::text as name
      from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`;
  });
  const { rows } = await sql<{
    key: string;
    name: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  return (reference, id) => names.get(`${reference} ${id}`) ?? null;
}

function collect(
  idsByReference: Map<Reference, Set<number>>,
  facts: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(facts)) {
    const format = Object.hasOwn(historyFields, name) ? historyFields[name]?.format : undefined;
    if (typeof format === 'object')
      for (const id of [value].flat())
        if (typeof id === 'number')
          idsByReference.set(format.ref, (idsByReference.get(format.ref) ?? new Set()).add(id));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      collect(idsByReference, value as Record<string, unknown>);
  }
}
