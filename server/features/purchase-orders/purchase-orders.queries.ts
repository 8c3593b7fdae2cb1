import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SortOrder } from '#domain/kernel/list-query';
import { type OrderRow, purchases } from '#domain/purchase-orders/purchase-order.contract';
import type { PaidStatus, PurchaseOrderStatus } from '#domain/purchase-orders/purchase-order.status';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  isAmongWords,
  oneOf,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { isWaitingForApproval } from './orders/order-approvals';
import { isOverdueOrder } from './orders/overdue';
import { paidOf } from './orders/stored-order';

export type OrderFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly PurchaseOrderStatus[] | undefined;
  readonly paid_status?: readonly PaidStatus[] | undefined;
  readonly supplier_id?: readonly number[] | undefined;
  readonly late?: 'yes' | undefined;
  readonly open?: 'yes' | undefined;
  readonly approval?: 'waiting' | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'order_date' | 'po_number' | 'expected_delivery_date' | 'total_amount';
  readonly sort_order: SortOrder;
};

const isPaid = sql`(po.status in ('sent', 'received', 'completed')
  and po.owed_pence - po.credited_pence - ${paidOf(sql`po.id`)} <= 0)`;

/** Nothing is to be paid on a cancelled order (rule P6). */
const isToPay = sql`(po.status <> 'cancelled' and not ${isPaid})`;

/** Orders with what the list shows, for one page or all. `today` decides what is overdue. */
function conditions(
  filter: Omit<OrderFilter, 'sort_by' | 'sort_order'>,
  today: CalendarDate,
): RawBuilder<unknown> {
  const text = filter.search?.toLowerCase();
  return where(
    text !== undefined &&
      sql`(lower(po.po_number) like ${containing(text)} or po.supplier_id in
        (select id from suppliers where search_text like ${containing(text)}) or lower(po.reference) like ${containing(text)})`,
    filter.status && isAmongWords(sql`po.status`, filter.status),
    filter.supplier_id && isAmong(sql`po.supplier_id`, filter.supplier_id),
    filter.paid_status && oneOf(filter.paid_status, state => (state === 'paid' ? isPaid : isToPay)),
    filter.late && isOverdueOrder(today),
    filter.approval && isWaitingForApproval,
    filter.open && sql`po.status in ('sent', 'received')`,
    filter.from !== undefined && sql`po.order_date >= ${filter.from}`,
    filter.to !== undefined && sql`po.order_date <= ${filter.to}`,
    filter.ids !== undefined && isAmong(sql`po.id`, idsIn(filter.ids)),
  );
}

const order = (filter: OrderFilter) =>
  inOrder(
    {
      order_date: sql`po.order_date`,
      po_number: sql`po.po_number`,
      expected_delivery_date: sql`po.expected_delivery_date`,
      total_amount: sql`po.total_pence`,
    },
    filter,
    sql`po.id`,
  );

/** The page is cut first; paid and received amounts are then totalled for its rows only. */
const rowsOf = (filter: OrderFilter, today: CalendarDate, limit: RawBuilder<unknown>) => sql<OrderRow>`
  select po.id, po.po_number, jsonb_build_object('id', s.id, 'name', s.name) as supplier, po.order_date,
    po.expected_delivery_date, po.reference, po.total_pence as total_amount, paid.amount as paid_amount,
    po.credited_pence as credited_amount, po.owed_pence - po.credited_pence - paid.amount as outstanding_amount, po.status,
    case when po.status in ('sent', 'received', 'completed') and po.owed_pence - po.credited_pence - paid.amount <= 0
      then 'paid' else 'remaining' end as paid_status,
    lines.receipt_state, ${isOverdueOrder(today)} as is_overdue, ${isWaitingForApproval} as is_waiting_for_approval, jsonb_build_object('name', u.name) as creator, po.created_at, po.version
  from (select po.* from purchase_orders po ${conditions(filter, today)} ${order(filter)} ${limit}) po
  join suppliers s on s.id = po.supplier_id join users u on u.id = po.created_by
  cross join lateral (select ${paidOf(sql`po.id`)} as amount) paid
  cross join lateral (select case when coalesce(bool_and(received <= 0), true) then 'none'
    when bool_and(received >= quantity) then 'full' else 'part' end as receipt_state
    from purchase_order_lines where purchase_order_id = po.id) lines
  ${order(filter)}`;

export async function listOrders(
  db: Reader,
  query: OrderFilter & { page: number; per_page: number },
  today: CalendarDate,
) {
  return askPage(db, query, {
    rows: asked => rowsOf(asked, today, pageLimit(asked)),
    total: sql<{
      total: number;
    }>`select count(*) as total from purchase_orders po ${conditions(query, today)}`,
  });
}

/** The ids of all orders of a filter, in order. */
export async function findOrderIds(db: Reader, filter: OrderFilter, today: CalendarDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select po.id from purchase_orders po ${conditions(filter, today)} order by po.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Totals of the committed orders that match a filter (rules P4, P6). */
export async function totalOrders(
  db: Reader,
  filter: Omit<OrderFilter, 'sort_by' | 'sort_order'>,
  today: CalendarDate,
): Promise<ReplyOf<typeof purchases.totals>> {
  const { rows } = await sql<ReplyOf<typeof purchases.totals>>`
    select count(*)::integer as orders, coalesce(sum(owed), 0)::bigint as owed, coalesce(sum(paid), 0)::bigint as paid,
      coalesce(sum(owed - paid), 0)::bigint as outstanding, coalesce(sum(to_come), 0)::bigint as to_come
    from (
      select po.owed_pence - po.credited_pence as owed, ${paidOf(sql`po.id`)} as paid,
        case when po.status in ('sent', 'received') then po.outstanding_pence else 0 end as to_come
      from (select * from purchase_orders where status in ('sent', 'received', 'completed')) po ${conditions(filter, today)}
    ) orders`.execute(db);
  return onlyRow(rows);
}

export const streamOrders = (db: Reader, filter: OrderFilter, today: CalendarDate): AsyncIterable<OrderRow> =>
  streamRows<OrderRow>(db, rowsOf(filter, today, sql``));
