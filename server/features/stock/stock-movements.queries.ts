import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { MovementKind } from '#domain/stock/movement-kind';
import type { MovementRow } from '#domain/stock/stock-movement.contract';
import { documentLink } from '../../kernel/ledger';
import { rowsIn } from '../../kernel/row-counts';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmong,
  isAmongWords,
  isUnfiltered,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type MovementFilter = {
  readonly search?: string | undefined;
  readonly product_id?: readonly number[] | undefined;
  readonly kind?: readonly MovementKind[] | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly sort_by: 'id' | 'business_date';
  readonly sort_order: SortOrder;
};

// Matching products come as an array, so that both sides of the "or" use an index.
const matches = (
  search: string,
) => sql`(m.document_number = ${search.toUpperCase()} or m.product_id = any(array(
  select id from products where search_text like ${containing(search.toLowerCase())})))`;

const conditions = (filter: MovementFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined && matches(filter.search),
    filter.product_id && isAmong(sql`m.product_id`, filter.product_id),
    filter.kind && isAmongWords(sql`m.kind`, filter.kind),
    filter.from !== undefined && sql`m.business_date >= ${filter.from}`,
    filter.to !== undefined && sql`m.business_date <= ${filter.to}`,
  );

const order = (filter: MovementFilter) =>
  inOrder({ id: sql`m.id`, business_date: sql`m.business_date` }, filter, sql`m.id`);

type Row = Omit<MovementRow, 'quantity' | 'quantity_after' | 'value' | 'value_after'> & {
  quantity: string;
  quantity_after: string;
  value: Pence;
  value_after: Pence;
};

const rowsOf = (filter: MovementFilter, limit: RawBuilder<unknown>) => sql<Row>`
  select m.id, m.business_date, m.posted_at, who.name as posted_by, u.name as unit, m.kind, m.reason,
    jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) as product,
    jsonb_build_object('number', m.document_number,
      'link', ${documentLink(sql`m.document_type`, sql`m.document_id`)}) as document,
    m.quantity::text, m.quantity_after::text, m.value_pence as value, m.value_after_pence as value_after
  from (select * from stock_movements m ${conditions(filter)} ${order(filter)} ${limit}) m
  join products p on p.id = m.product_id join units u on u.id = p.unit_id join users who on who.id = m.posted_by
  ${order(filter)}`;

const movementOf =
  (withCost: boolean) =>
  ({ value, value_after, ...row }: Row): MovementRow => ({
    ...row,
    quantity: quantityFromText(row.quantity),
    quantity_after: quantityFromText(row.quantity_after),
    ...(withCost ? { value, value_after } : {}),
  });

const totalOf = (filter: MovementFilter): RawBuilder<unknown> =>
  isUnfiltered(filter)
    ? rowsIn('stock_movements')
    : sql`(select count(*) from stock_movements m ${conditions(filter)})`;

/** One page of movements; their value only with `withCost`. */
export async function listMovements(
  db: Reader,
  query: MovementFilter & { page: number; per_page: number },
  withCost: boolean,
) {
  const found = await askPage(db, query, {
    rows: asked => rowsOf(asked, pageLimit(asked)),
    total: sql<{ total: number }>`select ${totalOf(query)} as total`,
  });
  return { ...found, data: found.data.map(movementOf(withCost)) };
}

/** The value of a list of movements. That of all of them is the value of the stock (rule A2). */
export async function totalMovements(db: Reader, filter: MovementFilter): Promise<{ value: Pence }> {
  const moved = isUnfiltered(filter) ? sql`stock_pools` : sql`stock_movements m ${conditions(filter)}`;
  const { rows } = await sql<{ value: Pence }>`
    select coalesce(sum(value_pence), 0)::bigint as value from ${moved}`.execute(db);
  return onlyRow(rows);
}

export async function* streamMovements(
  db: Reader,
  filter: MovementFilter,
  withCost: boolean,
): AsyncIterable<MovementRow> {
  for await (const row of streamRows<Row>(db, rowsOf(filter, sql``))) yield movementOf(withCost)(row);
}
