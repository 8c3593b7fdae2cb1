import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { AgedRow, AgedTotals } from '#domain/wallet/wallet.contract';
import type { Reader } from '../../platform/database/open-database';
import { containing, inOrder, pageFrom, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type AgedFilter = {
  readonly search?: string | undefined;
  readonly as_at?: CalendarDate | undefined;
  readonly supplier_id?: string | undefined;
  readonly sort_by: 'name' | 'total';
  readonly sort_order: SortOrder;
};

/**
 * Rule R6 on bills: what was open at the end of a day, by days past due, and what nothing had taken of payments and
 * credit notes in a column of its own. What is open now is known; only what was matched after the day is added back.
 */
const aged = (asAt: CalendarDate) => {
  const bucket = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(open) filter (where side = 'credit' and ${condition}), 0)::bigint`;
  return sql`(
    select supplier_id as id, ${bucket(sql`days <= 0`)} as not_due, ${bucket(sql`days between 1 and 30`)} as days_30,
      ${bucket(sql`days between 31 and 60`)} as days_60, ${bucket(sql`days between 61 and 90`)} as days_90,
      ${bucket(sql`days > 90`)} as over_90, coalesce(-sum(open) filter (where side = 'debit'), 0)::bigint as unallocated,
      sum(case side when 'credit' then open else -open end)::bigint as total
    from (
      select i.supplier_id, i.side, i.amount_pence - i.allocated_pence + coalesce(later.amount, 0) as open,
        ${asAt}::date - coalesce(i.due_on, i.business_date) as days
      from party_items i left join (
        select item_id, sum(amount_pence) as amount
        from allocations cross join lateral (values (debit_item_id), (credit_item_id)) as side (item_id)
        where business_date > ${asAt} group by item_id
      ) later on later.item_id = i.id
      where i.business_date <= ${asAt} and (i.allocated_pence < i.amount_pence or later.item_id is not null)
    ) items
    where open <> 0 group by supplier_id)`;
};

const conditions = (filter: AgedFilter) =>
  where(
    filter.search !== undefined && sql`s.search_text like ${containing(filter.search.toLowerCase())}`,
    filter.supplier_id !== undefined && sql`s.id = ${Number(filter.supplier_id)}`,
  );
const order = (filter: AgedFilter) =>
  inOrder({ name: sql`s.name`, total: sql`aged.total` }, filter, sql`s.id`);

const rowsOf = (filter: AgedFilter, asAt: CalendarDate, limit: RawBuilder<unknown>) => sql<AgedRow>`
  select s.id, s.name, aged.not_due, aged.days_30, aged.days_60, aged.days_90, aged.over_90, aged.unallocated, aged.total
  from ${aged(asAt)} aged join suppliers s on s.id = aged.id ${conditions(filter)} ${order(filter)} ${limit}`;

export async function listAgedCreditors(
  db: Reader,
  query: AgedFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  const asAt = query.as_at ?? today;
  const [rows, count] = await Promise.all([
    rowsOf(query, asAt, pageLimit(query)).execute(db),
    sql<{
      total: number;
    }>`select count(*) as total from ${aged(asAt)} aged join suppliers s on s.id = aged.id ${conditions(query)}`.execute(
      db,
    ),
  ]);
  return pageFrom(query, count.rows[0]?.total ?? 0, rows.rows);
}

export const streamAgedCreditors = (
  db: Reader,
  filter: AgedFilter,
  today: CalendarDate,
): AsyncIterable<AgedRow> => streamRows<AgedRow>(db, rowsOf(filter, filter.as_at ?? today, sql``));

/** All suppliers together, beside what the account says (rule R6). */
export async function findAgedTotals(db: Reader, asAt: CalendarDate): Promise<AgedTotals> {
  const { rows } = await sql<AgedTotals>`
    select coalesce(sum(not_due), 0)::bigint as not_due, coalesce(sum(days_30), 0)::bigint as days_30,
      coalesce(sum(days_60), 0)::bigint as days_60, coalesce(sum(days_90), 0)::bigint as days_90,
      coalesce(sum(over_90), 0)::bigint as over_90, coalesce(sum(unallocated), 0)::bigint as unallocated,
      coalesce(sum(total), 0)::bigint as total,
      (select coalesce(sum(credit_pence - debit_pence), 0)::bigint from journal_lines
        where account_code = '2100' and business_date <= ${asAt}) as account
    from ${aged(asAt)} aged`.execute(db);
  return rows[0] as AgedTotals;
}
