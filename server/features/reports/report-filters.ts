import { sql } from 'kysely';
import { journalKindNames } from '#domain/accounting/journal-kind';
import type { QueryOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { paymentStatusNames } from '#domain/payments/payment.status';
import type { dayBook } from '#domain/reports/day-book.contract';
import { filteredMethodName } from '#domain/reports/payment-name';
import {
  moneyDirections,
  type paymentTransactions,
  reconciledNames,
  transferNames,
} from '#domain/reports/payment-transactions.contract';
import type { productMargins } from '#domain/reports/product-margins.contract';
import type { salesSummaries } from '#domain/reports/sales-summary.contract';
import { saleChannelNames } from '#domain/sales/sale-state';
import type { stockValuation } from '#domain/stock/stock-valuation.contract';
import { type agedDebtors, overdueWords } from '#domain/wallet/aged.contract';
import { dueWithinWords } from '#domain/kernel/due-within';
import { findPaymentWords } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';

/** What reports can be filtered by, all of them together. */
type ReportFilters = Partial<
  Omit<
    QueryOf<typeof salesSummaries.export> &
      QueryOf<typeof productMargins.pdf> &
      QueryOf<typeof paymentTransactions.pdf> &
      QueryOf<typeof dayBook.pdf>,
    'period' | 'from' | 'to' | 'group' | 'compare' | 'format' | 'sort_by' | 'sort_order'
  > &
    Pick<QueryOf<typeof stockValuation.pdf>, 'sub_category_id'> &
    Pick<QueryOf<typeof agedDebtors.pdf>, 'overdue' | 'due_within'>
>;

type Fact = readonly [label: string, words: string];

/** What a report is filtered by, in words. Its days and its grouping are named elsewhere. */
export async function filtersInWords(db: Reader, asked: ReportFilters): Promise<Fact[]> {
  const { cashier_id, register_id, channel, category_id, brand_id, direction, kind, method } = asked;
  const { status, account, person_id, session_id, reconciled, transfers, search } = asked;
  const { sub_category_id, overdue, due_within } = asked;
  const { names: own } = method ? await findPaymentWords(db) : { names: {} };
  const filters: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['Cashier', cashier_id && (await namesOf(db, 'users', cashier_id))],
    ['Register', register_id && (await namesOf(db, 'registers', register_id, 'No register'))],
    ['Channel', channel?.map(one => saleChannelNames[one])],
    ['Category', category_id && (await namesOf(db, 'categories', category_id, 'No category'))],
    ['Sub-category', sub_category_id && (await namesOf(db, 'sub_categories', sub_category_id))],
    ['Brand', brand_id && (await namesOf(db, 'brands', brand_id, 'No brand'))],
    ['Direction', direction && [moneyDirections[direction]]],
    ['Kind', kind?.map(one => journalKindNames[one])],
    ['Method', method?.map(one => filteredMethodName(one, own))],
    ['Status', status?.map(one => paymentStatusNames[one])],
    ['Account', account && (await accountNames(db, account))],
    ['Recorded by', person_id && (await namesOf(db, 'users', person_id))],
    ['Till session', session_id === undefined ? undefined : await sessionName(db, Number(session_id))],
    ['Reconciled', reconciled && [reconciledNames[reconciled]]],
    ['Transfers', transfers && [transferNames[transfers]]],
    ['Overdue', overdue && [overdueWords]],
    ['Due', due_within === undefined ? undefined : [dueWithinWords(due_within)]],
    ['Search', search ? [`“${search}”`] : undefined],
  ];
  return filters.flatMap(([label, words]) => (words ? [[label, words.join(' or ')] as const] : []));
}

/** The days of a file in its name, and whether it is of a part only. */
export const fileNameOf = (
  report: string,
  { from, to }: { readonly from: string; readonly to: string },
  filters: readonly Fact[],
): string => `${report}-${from}-${to}${filters.length > 0 ? '-filtered' : ''}`;

/** The same for a report of how things were at the end of a day. */
export const fileNameAsAt = (report: string, asAt: string, filters: readonly Fact[]): string =>
  `${report}-${asAt}${filters.length > 0 ? '-filtered' : ''}`;

/** As elsewhere for a record that is not there any more. */
const unknown = 'Unknown';

export async function namesOf(
  db: Reader,
  table: 'users' | 'registers' | 'categories' | 'sub_categories' | 'brands' | 'customers' | 'suppliers',
  ids: readonly (number | null)[],
  none = unknown,
): Promise<string[]> {
  const given = ids.filter(id => id !== null);
  const { rows } = await sql<{ id: number; name: string }>`
    select named.id, named.name from ${sql.table(table)} named where id = any(${given}::bigint[])`.execute(
    db,
  );
  return ids.map(id => (id === null ? none : (rows.find(row => row.id === id)?.name ?? unknown)));
}

async function accountNames(db: Reader, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from accounts where code = any(${codes}::text[])`.execute(db);
  return codes.map(code => `${code} ${rows.find(row => row.code === code)?.name ?? unknown}`);
}

async function sessionName(db: Reader, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; opened_at: Date }>`
    select r.name, s.opened_at from till_sessions s join registers r on r.id = s.register_id where s.id = ${id}`.execute(
    db,
  );
  return [rows[0] ? `${rows[0].name}, opened ${formatMoment(rows[0].opened_at)}` : unknown];
}
