import { type RawBuilder, sql } from 'kysely';
import type { SaleExceptionListed } from '#domain/sales/sale-exceptions.contract';
import type { SaleExceptionKind } from '#domain/sales/sale-exception';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { onlyRow } from '../../../platform/database/only-row';
import type { Reader } from '../../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  pageLimit,
  where,
} from '../../../platform/database/page-of';
import { streamRows } from '../../../platform/database/stream-rows';
import { preparedStatement } from '../../../platform/database/prepared-statement';

const shared = sql`e.id, e.kind, e.words, e.amount_pence as amount, e.raised_at, r.name as reviewed_by, e.reviewed_at, e.note`;

/** The exceptions of a sale. */
export async function findExceptionsOf(db: Reader, saleId: number): Promise<SaleDetail['exceptions']> {
  const { rows } = await sql<SaleDetail['exceptions'][number]>`${preparedStatement}
    select ${shared} from sale_exceptions e left join users r on r.id = e.reviewed_by
    where e.sale_id = ${saleId} order by e.id`.execute(db);
  return rows;
}

export type ExceptionFilter = {
  readonly search?: string | undefined;
  readonly state?: 'open' | 'reviewed' | undefined;
  readonly kind?: readonly SaleExceptionKind[] | undefined;
  readonly session_id?: string | undefined;
  readonly ids?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'id' | 'amount';
  readonly sort_order: SortOrder;
};

const conditions = (
  filter: Omit<ExceptionFilter, 'sort_by' | 'sort_order'>,
  id?: number,
): RawBuilder<unknown> =>
  where(
    id !== undefined && sql`e.id = ${id}`,
    filter.search !== undefined &&
      sql`lower(concat_ws(' ', e.words, s.number, s.receipt_number, k.receipt_number)) like ${containing(filter.search.toLowerCase())}`,
    filter.state === 'open' && sql`e.reviewed_at is null`,
    filter.state === 'reviewed' && sql`e.reviewed_at is not null`,
    filter.kind && isAmongWords(sql`e.kind`, filter.kind),
    filter.session_id !== undefined &&
      sql`coalesce(s.session_id, k.session_id) = ${Number(filter.session_id)}`,
    filter.ids !== undefined && isAmong(sql`e.id`, idsIn(filter.ids)),
    filter.from !== undefined &&
      sql`e.raised_at >= (${filter.from}::date)::timestamp at time zone 'Europe/London'`,
    filter.to !== undefined &&
      sql`e.raised_at < (${filter.to}::date + 1)::timestamp at time zone 'Europe/London'`,
  );

const tables = sql`sale_exceptions e left join unbooked_sales k on k.id = e.unbooked_id
  left join sales s on s.id = coalesce(e.sale_id, k.sale_id)`;

const rowsOf = (filter: ExceptionFilter, limit: RawBuilder<unknown>, id?: number) => sql<SaleExceptionListed>`
  select ${shared}, case when s.id is not null then jsonb_build_object('id', s.id, 'number', s.number) end as sale,
    coalesce(s.receipt_number, k.receipt_number) as receipt_number, g.name as register, b.name as sold_by, n.name as sent_by,
    coalesce(s.sold_at, k.sold_at) as sold_at, coalesce(s.gross_pence, k.total_pence) as total
  from ${tables}
    left join till_sessions t on t.id = coalesce(s.session_id, k.session_id) left join registers g on g.id = t.register_id
    left join users b on b.id = coalesce(s.sold_by, k.sold_by) left join users n on n.id = coalesce(s.sent_by, k.sent_by)
    left join users r on r.id = e.reviewed_by
  ${conditions(filter, id)}
  ${inOrder({ id: sql`e.id`, amount: sql`e.amount_pence` }, filter, sql`e.id`)} ${limit}`;

export async function listExceptions(
  db: Reader,
  query: ExceptionFilter & { page: number; per_page: number },
) {
  return askPage(db, query, {
    rows: asked => rowsOf(asked, pageLimit(asked)),
    total: sql<{ total: number }>`select count(*) as total from ${tables} ${conditions(query)}`,
  });
}

export async function totalExceptions(db: Reader, filter: ExceptionFilter): Promise<{ amount: Pence }> {
  const { rows } = await sql<{ amount: Pence }>`
    select coalesce(sum(e.amount_pence), 0)::bigint as amount from ${tables} ${conditions(filter)}`.execute(
    db,
  );
  return onlyRow(rows);
}

export const streamExceptions = (db: Reader, filter: ExceptionFilter): AsyncIterable<SaleExceptionListed> =>
  streamRows<SaleExceptionListed>(db, rowsOf(filter, sql``));

/** All that match the filter. A review is the one change that an exception has. */
export async function findExceptionsForChange(
  db: Reader,
  filter: Omit<ExceptionFilter, 'sort_by' | 'sort_order'>,
) {
  const { rows } = await sql<{ id: number; version: number }>`
    select e.id, case when e.reviewed_at is null then 1 else 2 end as version
    from ${tables} ${conditions(filter)} order by e.id`.execute(db);
  return rows;
}

export async function findListedException(db: Reader, id: number): Promise<SaleExceptionListed | undefined> {
  const { rows } = await rowsOf({ sort_by: 'id', sort_order: 'asc' }, sql``, id).execute(db);
  return rows[0];
}

/** The number of sale exceptions of a till session, and of those not reviewed. */
export async function countExceptions(
  db: Reader,
  sessionId: number,
): Promise<{ total: number; open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::integer as total, (count(*) filter (where e.reviewed_at is null))::integer as open
    from (
      select e.reviewed_at from sale_exceptions e join sales s on s.id = e.sale_id where s.session_id = ${sessionId}
      union all select e.reviewed_at from sale_exceptions e join unbooked_sales k on k.id = e.unbooked_id
        where k.session_id = ${sessionId}) e`.execute(db);
  return rows[0] ?? { total: 0, open: 0 };
}
