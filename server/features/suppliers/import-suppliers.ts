import { sql } from 'kysely';
import { supplierWrite } from '#domain/suppliers/supplier.contract';
import { defaultSupplierTermsDays, supplierTermsFields } from '#domain/suppliers/supplier-terms.contract';
import {
  type ImportContext,
  type ImportedRow,
  type Importer,
  plainImporter,
  type PlainTerms,
  type PreparedRow,
  readTermsDays,
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
  payment_terms_days: 'bigint',
  vat_number: 'text',
  status: 'text',
} as const;

type Row = { n: number; id: number; version: number } & Record<keyof typeof columns, string | number | null>;

/** The fields of the form and of the terms. */
const schema = supplierWrite.extend({
  ...supplierTermsFields,
  payment_terms_days: supplierTermsFields.payment_terms_days.default(defaultSupplierTermsDays),
});

/** Finds suppliers by name, ignoring letter case. Several suppliers can share a name. */
async function find(
  { tx }: ImportContext,
  rows: readonly PreparedRow[],
): Promise<Map<number, StoredPlain[]>> {
  const names = rows.map(row => ({ n: row.number, name: tidyName(row.values.name) }));
  const { rows: found } = await sql<Row>`
    select wanted.n, s.id, s.version, ${sql.join(Object.keys(columns).map(name => sql.ref(`s.${name}`)))}
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

function prepared({ number, values }: ImportedRow): PreparedRow {
  const { payment_terms_days, status, ...texts } = values;
  const { read, errors } = readTermsDays(payment_terms_days);
  return {
    number,
    values: { ...texts, ...(status ? { status: status.toLowerCase() } : {}), ...read },
    errors,
  };
}

const lowered = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : '');

const terms: PlainTerms = {
  table: 'suppliers',
  columns,
  recordType: 'supplier',
  noun: 'supplier',
  schema,
  prepare: (_ctx, rows) => Promise.resolve(rows.map(prepared)),
  find,
  // Suppliers that share a name are distinguished by email.
  choose: (found, { values }) => {
    const same = found.filter(stored => lowered(stored.values.email) === lowered(values.email));
    return same.length === 1 ? same[0] : undefined;
  },
  keysOf: ({ name }) => [String(name).toLowerCase()],
  workSince: [
    { table: 'record_notes', column: 'supplier_id', words: 'notes' },
    { table: 'record_files', column: 'supplier_id', words: 'attachments' },
    { table: 'supplier_products', column: 'supplier_id', words: 'codes or terms of products' },
  ],
};

/** Imports suppliers from a file, matched by name. */
export const supplierImporter: Importer = plainImporter(terms);
