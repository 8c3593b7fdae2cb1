import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { CountStatus } from '#domain/stock/count-status';
import type { CountRow } from '#domain/stock/stock-count.contract';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { askPage, inOrder, isAmongWords, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { shownStatus } from './reversible-count';

export type CountFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly CountStatus[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'id' | 'business_date';
  readonly sort_order: SortOrder;
};

const conditions = (filter: CountFilter, more?: RawBuilder<unknown>): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && sql`c.number = ${filter.search.toUpperCase()}`,
    filter.status && ofStatus(filter.status),
    filter.from !== undefined && sql`c.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`c.business_date <= ${filter.to}`,
    more,
  );

/** By the stored status, which has an index, and of posted ones by whether they have been reversed. */
const ofStatus = (status: readonly CountStatus[]): RawBuilder<unknown> => {
  const stored = [...new Set(status.map(one => (one === 'reversed' ? 'posted' : one)))];
  return sql`${isAmongWords(sql`c.status`, stored)} and ${isAmongWords(shownStatus, status)}`;
};

const order = (filter: CountFilter) =>
  inOrder({ id: sql`c.id`, business_date: sql`c.business_date` }, filter, sql`c.id`);

/** Lines are numbered from one without gaps, so the last number is their count. */
export const progress = sql`select coalesce(max(l.line_number), 0) as products, coalesce(max(l.line_number), 0)
    - (select count(*) from stock_count_lines o where o.stock_count_id = c.id and o.counted_at is null)::int as counted
  from stock_count_lines l where l.stock_count_id = c.id`;

/** The value of the variances of a posted stocktake `c`. */
const variances = sql`lateral (select coalesce(sum(v.value_pence + coalesce(l.variance_pence, 0)), 0)::bigint as value
    from stock_movements v left join stock_count_lines l on l.stock_count_id = c.id and l.line_number = v.document_line
    where v.document_type = 'stock_count' and v.document_id = c.id)`;

type Row = Omit<CountRow, 'value'> & { value: NonNullable<CountRow['value']> };

const rowsOf = (filter: CountFilter, limit: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.number, ${shownStatus} as status, c.scope, c.scope_name, c.is_blind, c.note, c.business_date, n.products, n.counted,
    b.name as started_by, c.started_at, e.name as ended_by, c.ended_at, m.value
  from (select * from stock_counts c ${conditions(filter)} ${order(filter)} ${limit}) c
    join users b on b.id = c.started_by left join users e on e.id = c.ended_by
  cross join lateral (${progress}) n
  cross join ${variances} m ${order(filter)}`;

const rowOf =
  (withCost: boolean) =>
  ({ value, ...row }: Row): CountRow => ({
    ...row,
    ...(withCost && (row.status === 'posted' || row.status === 'reversed') ? { value } : {}),
  });

export async function listCounts(
  db: Reader,
  query: CountFilter & { page: number; per_page: number },
  withCost: boolean,
) {
  const found = await askPage(db, query, {
    rows: rowsOf(query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from stock_counts c ${conditions(query)}`,
  });
  return { ...found, data: found.data.map(rowOf(withCost)) };
}

/** The total of a list of stocktakes. Reversed ones only count if requested. */
export async function totalCounts(db: Reader, filter: CountFilter): Promise<{ value: Pence }> {
  const counts = filter.status ? undefined : sql`${shownStatus} <> 'reversed'`;
  const { rows } = await sql<{ value: Pence }>`
    select coalesce(sum(m.value), 0)::bigint as value
    from stock_counts c cross join ${variances} m ${conditions(filter, counts)}`.execute(db);
  return onlyRow(rows);
}

export async function* streamCounts(
  db: Reader,
  filter: CountFilter,
  withCost: boolean,
): AsyncIterable<CountRow> {
  for await (const row of streamRows<Row>(db, rowsOf(filter, sql``))) yield rowOf(withCost)(row);
}
