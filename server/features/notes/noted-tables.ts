import { type RawBuilder, sql } from 'kysely';
import type { NotedRecordType } from '#domain/notes/noted-records';

type NotedTable = {
  readonly table: string;
  /** The name of record `r` in the audit log. */
  readonly name: RawBuilder<unknown>;
  /** Requests only add rows to it, so none goes away meanwhile; to lock one needs the right to change it (decision 130). */
  readonly isOnlyAddedTo?: true;
};

/** The tables of records that have notes. */
export const notedTables: Readonly<Record<NotedRecordType, NotedTable>> = {
  product: { table: 'products', name: sql`r.name` },
  supplier: { table: 'suppliers', name: sql`r.name` },
  customer: { table: 'customers', name: sql`r.name` },
  purchase_order: { table: 'purchase_orders', name: sql`r.po_number` },
  supplier_bill: { table: 'supplier_bills', name: sql`r.number` },
  sale: { table: 'sales', name: sql`r.number` },
  quote: { table: 'quotes', name: sql`r.number` },
  employee: { table: 'employees', name: sql`r.name` },
  expense: { table: 'expenses', name: sql`coalesce(r.number, '“' || r.description || '”')` },
  user: { table: 'users', name: sql`r.name` },
  till_session: {
    table: 'till_sessions',
    name: sql`(select g.name from registers g where g.id = r.register_id)`,
  },
  stock_count: { table: 'stock_counts', name: sql`r.number` },
  stock_adjustment: { table: 'stock_adjustments', name: sql`r.number`, isOnlyAddedTo: true },
  journal: {
    table: 'journals',
    name: sql`coalesce(r.document_number, 'Journal ' || r.id)`,
    isOnlyAddedTo: true,
  },
  vat_return: { table: 'vat_returns', name: sql`'VAT return to ' || r.period_to`, isOnlyAddedTo: true },
  vat_adjustment: { table: 'vat_adjustments', name: sql`r.number`, isOnlyAddedTo: true },
  import: { table: 'imports', name: sql`r.file_name` },
};
