import { type RawBuilder, sql } from 'kysely';
import type { ExpenseRow } from '#domain/expenses/expense.contract';
import type { ExpenseDue, ExpenseStatus, Settlement } from '#domain/expenses/expense.status';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { isDue } from './unpaid-expenses';

export type ExpenseFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly ExpenseStatus[] | undefined;
  readonly settlement?: readonly Settlement[] | undefined;
  readonly category_id?: readonly number[] | undefined;
  readonly supplier_id?: readonly number[] | undefined;
  readonly due?: ExpenseDue | undefined;
  readonly ids?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'expense_date' | 'number' | 'gross';
  readonly sort_order: SortOrder;
};

function conditions(
  filter: Omit<ExpenseFilter, 'sort_by' | 'sort_order'>,
  today: CalendarDate,
  more?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  return where(
    text !== undefined &&
      sql`(e.search_text like ${containing(text)} or e.supplier_id in
        (select id from suppliers where search_text like ${containing(text)}))`,
    filter.status && isAmongWords(sql`e.status`, filter.status),
    filter.settlement && isAmongWords(sql`e.settlement`, filter.settlement),
    filter.category_id &&
      sql`e.id in (select expense_id from expense_lines where ${isAmong(sql`category_id`, filter.category_id)})`,
    filter.supplier_id && isAmong(sql`e.supplier_id`, filter.supplier_id),
    filter.due && isDue(filter.due, today),
    filter.ids !== undefined && isAmong(sql`e.id`, idsIn(filter.ids)),
    filter.from !== undefined && sql`e.expense_date >= ${filter.from}`,
    filter.to !== undefined && sql`e.expense_date <= ${filter.to}`,
    more,
  );
}

const order = (filter: ExpenseFilter) =>
  inOrder(
    { expense_date: sql`e.expense_date`, number: sql`e.number`, gross: sql`e.gross_pence` },
    filter,
    sql`e.id`,
  );

/** The page is cut first; related records are then looked up for its rows only. */
const rowsOf = (filter: ExpenseFilter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<ExpenseRow>`
  select e.id, e.number, e.expense_date, e.description, lines.categories,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as supplier, e.reference, e.settlement,
    e.payment_method, e.net_pence as net, e.vat_pence as vat, e.gross_pence as gross, e.status,
    (select count(*) from expense_receipts where expense_id = e.id) as receipts, jsonb_build_object('name', u.name) as creator,
    e.created_at, e.version
  from (select e.* from expenses e ${conditions(filter, today)} ${order(filter)} ${limit}) e
  join users u on u.id = e.created_by left join suppliers s on s.id = e.supplier_id
  cross join lateral (
    select coalesce(jsonb_agg(name order by first), '[]') as categories
    from (select c.name, min(l.line_number) as first from expense_lines l join expense_categories c on c.id = l.category_id
      where l.expense_id = e.id group by c.id, c.name) named) lines
  ${order(filter)}`;

export async function listExpenses(
  db: Reader,
  query: ExpenseFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  return askPage(db, query, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from expenses e ${conditions(query, today)}`,
  });
}

export const streamExpenses = (
  db: Reader,
  filter: ExpenseFilter,
  today: CalendarDate,
): AsyncIterable<ExpenseRow> => streamRows<ExpenseRow>(db, rowsOf(filter, today, sql``));

/** All that match the filter, with their versions. */
export async function findExpensesForChange(
  db: Reader,
  filter: Omit<ExpenseFilter, 'sort_by' | 'sort_order'>,
  today: CalendarDate,
) {
  const { rows } = await sql<{ id: number; version: number }>`
    select e.id, e.version from expenses e ${conditions(filter, today)} order by e.id`.execute(db);
  return rows;
}

type Totals = { count: number; net: Pence; vat: Pence; gross: Pence };

/** The total of a list of expenses. Cancelled and rejected ones only count if requested. */
export async function findTotals(db: Reader, filter: ExpenseFilter, today: CalendarDate): Promise<Totals> {
  const counts = filter.status ? undefined : sql`e.status not in ('cancelled', 'rejected')`;
  const { rows } = await sql<Totals>`
    select count(*) as count, coalesce(sum(net_pence), 0)::bigint as net, coalesce(sum(vat_pence), 0)::bigint as vat,
      coalesce(sum(gross_pence), 0)::bigint as gross
    from expenses e ${conditions(filter, today, counts)}`.execute(db);
  return rows[0] ?? ({ count: 0, net: 0, vat: 0, gross: 0 } as Totals);
}

/** The categories that can be chosen. */
export async function listCategories(db: Reader): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('expense_categories')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
