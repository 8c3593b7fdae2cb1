import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { QuoteRow } from '#domain/quotes/quote.contract';
import type { QuoteState } from '#domain/quotes/quote-state';
import { withMergedCustomers } from '../../kernel/parties';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  oneOf,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import type { ReadContext } from '../../platform/http/context';
import { canSeeSales } from '../sales';

export type QuoteFilter = {
  readonly search?: string | undefined;
  readonly state?: readonly QuoteState[] | undefined;
  readonly customer_id?: readonly number[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'quoted_on' | 'number' | 'valid_until' | 'gross';
  readonly sort_order: SortOrder;
};

/** The status of `quotes q` on that date, as in `quoteStateOn`. */
export const stateOf = (today: CalendarDate): RawBuilder<QuoteState> => sql<QuoteState>`
  case when q.status = 'open' and q.valid_until < ${today}::date then 'expired' else q.status end`;

const searchedText = sql`lower(q.number || ' ' || q.customer_name || ' ' || coalesce(q.customer_reference, ''))`;

function inState(state: QuoteState, today: CalendarDate): RawBuilder<unknown> {
  if (state === 'open') return sql`(q.status = 'open' and q.valid_until >= ${today}::date)`;
  if (state === 'expired') return sql`(q.status = 'open' and q.valid_until < ${today}::date)`;
  return sql`q.status = ${state}`;
}

function conditions(filter: QuoteFilter, today: CalendarDate): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  return where(
    text !== undefined && sql`${searchedText} like ${containing(text)}`,
    filter.state && oneOf(filter.state, state => inState(state, today)),
    filter.ids !== undefined && isAmong(sql`q.id`, idsIn(filter.ids)),
    filter.customer_id && isAmong(sql`q.customer_id`, filter.customer_id),
    filter.from !== undefined && sql`q.quoted_on >= ${filter.from}`,
    filter.to !== undefined && sql`q.quoted_on <= ${filter.to}`,
  );
}

const order = (filter: QuoteFilter) =>
  inOrder(
    {
      quoted_on: sql`q.quoted_on`,
      number: sql`q.id`,
      valid_until: sql`q.valid_until`,
      gross: sql`q.gross_pence`,
    },
    filter,
    sql`q.id`,
  );

/** Select the page first, then look up users and sales for its rows only. */
const rowsOf = (filter: QuoteFilter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<QuoteRow>`
  select q.id, q.number, q.revision, q.quoted_on, q.valid_until, ${stateOf(today)} as state,
    jsonb_build_object('id', q.customer_id, 'name', q.customer_name) as customer, q.customer_reference,
    q.gross_pence as gross, u.name as quoted_by,
    case when s.id is not null then jsonb_build_object('id', s.id, 'number', s.number) end as sale
  from (select q.* from quotes q ${conditions(filter, today)} ${order(filter)} ${limit}) q
  join users u on u.id = q.created_by left join sales s on s.id = q.sale_id
  ${order(filter)}`;

/** The quotes with the sales they became, if the user may see those. */
export async function listQuotes(
  { db, actor, now }: ReadContext,
  query: QuoteFilter & { page: number; per_page: number },
) {
  const today = londonDate(now);
  const filter = await withMergedCustomers(db, query);
  const found = await askPage(db, filter, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from quotes q ${conditions(filter, today)}`,
  });
  return canSeeSales(actor) ? found : { ...found, data: found.data.map(row => ({ ...row, sale: null })) };
}

/** The ids of all quotes of a filter, in order. */
export async function findQuoteIds(db: Reader, filter: QuoteFilter, today: CalendarDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from quotes q ${conditions(await withMergedCustomers(db, filter), today)} order by q.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function totalQuotes(
  db: Reader,
  filter: QuoteFilter,
  today: CalendarDate,
): Promise<{ gross: Pence }> {
  const found = await withMergedCustomers(db, filter);
  const { rows } = await sql<{ gross: Pence }>`
    select coalesce(sum(q.gross_pence), 0)::bigint as gross from quotes q ${conditions(found, today)}`.execute(
    db,
  );
  return onlyRow(rows);
}

export async function* streamQuotes(
  db: Reader,
  filter: QuoteFilter,
  today: CalendarDate,
): AsyncIterable<QuoteRow> {
  yield* streamRows<QuoteRow>(db, rowsOf(await withMergedCustomers(db, filter), today, sql``));
}
