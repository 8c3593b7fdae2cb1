import { sql } from 'kysely';
import { formatPounds } from '#domain/kernel/money';
import type { Database } from './platform/database/open-database';

type Found = {
  readonly sales: number;
  readonly sales_pence: number;
  readonly credit_notes: number;
  readonly credit_notes_pence: number;
  readonly bills: number;
  readonly bills_pence: number;
  readonly journals: number;
  readonly debit_pence: number;
  readonly credit_pence: number;
  readonly profit_pence: number;
  readonly owed_by_customers: number;
  readonly owed_to_suppliers: number;
  readonly stock_pence: number;
  readonly customers: number;
  readonly products: number;
  readonly audit_entries: number;
};

/** A dozen totals of the books, to compare with what is known of the moment that they are restored to. */
export async function listTotals(db: Database): Promise<{ label: string; value: string }[]> {
  const { rows } = await sql<Found>`
    select
      (select count(*) from sales) as sales,
      (select coalesce(sum(gross_pence), 0)::bigint from sales) as sales_pence,
      (select count(*) from credit_notes) as credit_notes,
      (select coalesce(sum(gross_pence), 0)::bigint from credit_notes) as credit_notes_pence,
      (select count(*) from supplier_bills where reversed_at is null) as bills,
      (select coalesce(sum(gross_pence), 0)::bigint from supplier_bills where reversed_at is null) as bills_pence,
      (select count(*) from journals) as journals,
      (select coalesce(sum(debit_pence), 0)::bigint from journal_lines) as debit_pence,
      (select coalesce(sum(credit_pence), 0)::bigint from journal_lines) as credit_pence,
      (select coalesce(sum(l.credit_pence - l.debit_pence), 0)::bigint from journal_lines l
        join accounts a on a.code = l.account_code where a.kind in ('income', 'expense')) as profit_pence,
      (select coalesce(sum(balance_pence), 0)::bigint from party_balances where customer_id is not null)
        as owed_by_customers,
      (select coalesce(sum(-balance_pence), 0)::bigint from party_balances where supplier_id is not null)
        as owed_to_suppliers,
      (select coalesce(sum(value_pence), 0)::bigint from stock_pools) as stock_pence,
      (select count(*) from customers) as customers,
      (select count(*) from products) as products,
      (select count(*) from audit_log) as audit_entries`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A question about one thing has one answer');
  return inWords(found);
}

function inWords(found: Found): { label: string; value: string }[] {
  const count = (value: number) => value.toLocaleString('en-GB');
  const several = (value: number, pence: number) => `${count(value)}, ${formatPounds(pence)}`;
  return [
    { label: 'Sales', value: several(found.sales, found.sales_pence) },
    { label: 'Credit notes', value: several(found.credit_notes, found.credit_notes_pence) },
    { label: 'Supplier bills', value: several(found.bills, found.bills_pence) },
    { label: 'Journals', value: count(found.journals) },
    { label: 'Debits', value: formatPounds(found.debit_pence) },
    { label: 'Credits', value: formatPounds(found.credit_pence) },
    { label: 'Income less expenses', value: formatPounds(found.profit_pence) },
    { label: 'Owed by customers', value: formatPounds(found.owed_by_customers) },
    { label: 'Owed to suppliers', value: formatPounds(found.owed_to_suppliers) },
    { label: 'Stock at cost', value: formatPounds(found.stock_pence) },
    { label: 'Customers', value: count(found.customers) },
    { label: 'Products', value: count(found.products) },
    { label: 'Audit log entries', value: count(found.audit_entries) },
  ];
}
