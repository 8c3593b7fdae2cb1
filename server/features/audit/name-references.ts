import { sql } from 'kysely';
import type { Reference } from '#domain/audit/history-fields';
import { keepsParameters } from '#domain/audit/history-parameters';
import { declaredField, type NameOf } from '#domain/audit/history-words';
import { valuesIn } from '#domain/kernel/list-query';
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
  role: ['roles', 'name'],
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
  entries: readonly (Pick<StoredEntry, 'before' | 'after'> & Partial<Pick<StoredEntry, 'record_type'>>)[],
): Promise<NameOf> {
  const idsByReference = new Map<Reference, Set<number>>();
  for (const { before, after, record_type } of entries)
    for (const facts of [before, after]) collect(idsByReference, facts ?? {}, record_type);
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
  recordType: string | undefined,
): void {
  for (const [name, value] of Object.entries(facts)) {
    const format = declaredField(name, recordType)?.format;
    if (typeof format === 'object')
      for (const id of idsIn(value, recordType))
        if (typeof id === 'number')
          idsByReference.set(format.ref, (idsByReference.get(format.ref) ?? new Set()).add(id));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      collect(idsByReference, value as Record<string, unknown>, recordType);
  }
}

/** In the parameters of an address, ids are text, separated by commas. */
const idsIn = (value: unknown, recordType: string | undefined): unknown[] =>
  typeof value === 'string' && keepsParameters(recordType)
    ? valuesIn(value)
        .filter(one => /^[1-9]\d{0,14}$/.test(one))
        .map(Number)
    : [value].flat();
