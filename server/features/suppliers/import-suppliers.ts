import { sql } from 'kysely';
import { supplierWrite } from '#domain/suppliers/supplier.contract';
import {
  type ImportContext,
  type Importer,
  plainImporter,
  type PlainTerms,
  type PreparedRow,
  type StoredPlain,
  storedOf,
  tidyName,
} from '../../kernel/imports';

const columns = {
  name: 'text',
  email: 'text',
  phone: 'text',
  contact_person: 'text',
  address: 'text',
  status: 'text',
} as const;

type Row = { n: number; id: number; version: number } & Record<keyof typeof columns, string | null>;

/** Finds suppliers by name, ignoring letter case. Several suppliers can share a name. */
async function find(
  { tx }: ImportContext,
  rows: readonly PreparedRow[],
): Promise<Map<number, StoredPlain[]>> {
  const names = rows.map(row => ({ n: row.number, name: tidyName(row.values.name) }));
  const { rows: found } = await sql<Row>`
    select wanted.n, s.id, s.version, s.name, s.email, s.phone, s.contact_person, s.address, s.status
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as wanted (n integer, name text)
    join suppliers s on lower(s.name) = lower(wanted.name collate "en-GB-x-icu")
    order by s.id for no key update of s`.execute(tx);
  const byRow = new Map<number, StoredPlain[]>();
  for (const row of found) {
    const sameRow = byRow.get(row.n) ?? [];
    sameRow.push(storedOf(terms, row));
    byRow.set(row.n, sameRow);
  }
  return byRow;
}

const lowered = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : '');

const terms: PlainTerms = {
  table: 'suppliers',
  columns,
  recordType: 'supplier',
  noun: 'supplier',
  schema: supplierWrite,
  prepare: (_ctx, rows) =>
    Promise.resolve(
      rows.map(({ number, values }) => ({
        number,
        values: { ...values, ...(values.status ? { status: values.status.toLowerCase() } : {}) },
        errors: [],
      })),
    ),
  find,
  // Suppliers that share a name are distinguished by email.
  choose: (found, { values }) => {
    const same = found.filter(stored => lowered(stored.values.email) === lowered(values.email));
    return same.length === 1 ? same[0] : undefined;
  },
  keysOf: ({ name }) => [String(name).toLowerCase()],
  workSince: [
    { table: 'record_notes', column: 'supplier_id', words: 'notes' },
    { table: 'supplier_products', column: 'supplier_id', words: 'codes or terms of products' },
  ],
};

/** Imports suppliers from a file, matched by name. */
export const supplierImporter: Importer = plainImporter(terms);
