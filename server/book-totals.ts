import { type RawBuilder, sql } from 'kysely';
import { formatPounds } from '#domain/kernel/money';
import type { Reader } from './platform/database/open-database';

type Found = { readonly count?: number; readonly pence?: number };

/** One total of the books: a question that has a count, an amount or both for its answer. */
export type BookTotal = { readonly label: string; readonly question: RawBuilder<Found> };

/** Totals of the books, to compare with what is known of a moment, or before and after an upgrade. */
export const bookTotals: readonly BookTotal[] = [
  {
    label: 'Sales',
    question: sql`select count(*) as count, coalesce(sum(gross_pence), 0)::bigint as pence from sales`,
  },
  {
    label: 'Credit notes',
    question: sql`select count(*) as count, coalesce(sum(gross_pence), 0)::bigint as pence from credit_notes`,
  },
  {
    label: 'Supplier bills',
    question: sql`
      select count(*) as count, coalesce(sum(gross_pence), 0)::bigint as pence from supplier_bills
      where reversed_at is null`,
  },
  { label: 'Journals', question: sql`select count(*) as count from journals` },
  {
    label: 'Debits',
    question: sql`select coalesce(sum(debit_pence), 0)::bigint as pence from journal_lines`,
  },
  {
    label: 'Credits',
    question: sql`select coalesce(sum(credit_pence), 0)::bigint as pence from journal_lines`,
  },
  {
    label: 'Income less expenses',
    question: sql`
      select coalesce(sum(l.credit_pence - l.debit_pence), 0)::bigint as pence from journal_lines l
        join accounts a on a.code = l.account_code where a.kind in ('income', 'expense')`,
  },
  {
    label: 'Owed by customers',
    question: sql`
      select coalesce(sum(balance_pence), 0)::bigint as pence from party_balances where customer_id is not null`,
  },
  {
    label: 'Owed to suppliers',
    question: sql`
      select coalesce(sum(-balance_pence), 0)::bigint as pence from party_balances where supplier_id is not null`,
  },
  {
    label: 'Stock at cost',
    question: sql`select coalesce(sum(value_pence), 0)::bigint as pence from stock_pools`,
  },
  { label: 'Customers', question: sql`select count(*) as count from customers` },
  { label: 'Products', question: sql`select count(*) as count from products` },
  { label: 'Audit log entries', question: sql`select count(*) as count from audit_log` },
];

/** A total in words, such as "1,204, £33,108.20". */
export async function askTotal(db: Reader, { question }: BookTotal): Promise<string> {
  const [found] = (await question.execute(db)).rows;
  if (!found) throw new Error('A question about one thing has one answer');
  return [
    found.count?.toLocaleString('en-GB'),
    found.pence === undefined ? undefined : formatPounds(found.pence),
  ]
    .filter(part => part !== undefined)
    .join(', ');
}

/** Every total in words. */
export async function listTotals(db: Reader): Promise<{ label: string; value: string }[]> {
  const totals: { label: string; value: string }[] = [];
  for (const total of bookTotals) totals.push({ label: total.label, value: await askTotal(db, total) });
  return totals;
}
