import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { allocate, type LockedParty } from '../../../kernel/parties';
import type { Tx } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';

type OrderId = RawBuilder<unknown>;

/** Whether an item `c` of a supplier's ledger is a bill for the goods of an order, or a refund that names it. */
const isDebtOf = (order: OrderId) => sql`(
  (c.document_type = 'supplier_bill' and exists (select from supplier_bills b
    where b.id = c.document_id and b.kind = 'goods' and b.purchase_order_id = ${order}))
  or (c.document_type = 'payment' and exists (select from payment_allocations r
    where r.payment_id = c.document_id and r.purchase_order_id = ${order})))`;

/**
 * What is on a supplier's ledger for an order and still open, as a subquery (rules W4, W9): deposits, credit for goods
 * returned, credit notes for its bills and credit it was given later, each with the part that is for this order. Credit
 * notes are used before money.
 */
export const creditOf = (order: OrderId): RawBuilder<unknown> => sql`(
  select i.id as item_id, i.business_date, i.kind = 'payment' as is_money,
    least(part.pence - used.pence, i.amount_pence - i.allocated_pence)::bigint as open
  from (
    select item_id, sum(pence) as pence from (
      select i.id as item_id, a.amount_pence as pence
      from payment_allocations a join payments p on p.id = a.payment_id and p.status = 'completed' and p.direction = 'out'
        join party_items i on i.document_type = 'payment' and i.document_id = p.id and i.kind = 'payment'
      where a.purchase_order_id = ${order} and i.allocated_pence < i.amount_pence
      union all
      select i.id, i.amount_pence
      from supplier_returns r
        join party_items i on i.document_type = 'supplier_return' and i.document_id = r.id and i.side = 'debit'
      where r.purchase_order_id = ${order} and i.allocated_pence < i.amount_pence
      union all
      select i.id, n.amount_pence
      from supplier_bills b join supplier_credit_bills n on n.supplier_bill_id = b.id
        join party_items i on i.document_type = 'supplier_credit' and i.document_id = n.supplier_credit_id and i.side = 'debit'
      where b.purchase_order_id = ${order} and b.kind = 'goods' and i.allocated_pence < i.amount_pence
      union all
      select i.id, g.amount_pence
      from order_credits g join party_items i on i.id = g.party_item_id
      where g.purchase_order_id = ${order} and i.allocated_pence < i.amount_pence
    ) parts group by item_id
  ) part join party_items i on i.id = part.item_id cross join lateral (
    select coalesce(sum(m.amount_pence), 0) as pence from allocations m join party_items c on c.id = m.credit_item_id
    where m.debit_item_id = i.id and ${isDebtOf(order)}) used
  where part.pence > used.pence)`;

/** Credit notes first, then money, each oldest first. */
export const creditOrder = sql`is_money, business_date, item_id`;

/** Its open bills, earliest due first, then refunds that were recorded before the credit note they repay. */
const debtsOf = (order: OrderId) => sql<OpenItem>`${preparedStatement}
  select i.id as "itemId", i.amount_pence - i.allocated_pence as open, 1 as place, b.due_on as due, b.id
  from supplier_bills b
    join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.side = 'credit'
  where b.purchase_order_id = ${order} and b.kind = 'goods' and i.allocated_pence < i.amount_pence
  union all
  select i.id, least(a.amount_pence - used.pence, i.amount_pence - i.allocated_pence)::bigint, 2, i.business_date, i.id
  from payment_allocations a join payments p on p.id = a.payment_id and p.status = 'completed' and p.direction = 'in'
    join party_items i on i.document_type = 'payment' and i.document_id = p.id and i.kind = 'refund'
    cross join lateral (
      select coalesce(sum(m.amount_pence), 0) as pence from allocations m join party_items d on d.id = m.debit_item_id
      where m.credit_item_id = i.id and ${isCreditOf(order)}) used
  where a.purchase_order_id = ${order} and i.allocated_pence < i.amount_pence and used.pence < a.amount_pence
  order by place, due, id`;

/** Whether an item `d` of a supplier's ledger is a deposit on an order, or credit for it. */
const isCreditOf = (order: OrderId) => sql`(
  (d.document_type = 'payment' and exists (select from payment_allocations o
    where o.payment_id = d.document_id and o.purchase_order_id = ${order}))
  or (d.document_type = 'supplier_return' and exists (select from supplier_returns o
    where o.id = d.document_id and o.purchase_order_id = ${order}))
  or (d.document_type = 'supplier_credit' and exists (select from supplier_credit_bills o
    join supplier_bills b on b.id = o.supplier_bill_id and b.kind = 'goods'
    where o.supplier_credit_id = d.document_id and b.purchase_order_id = ${order}))
  or exists (select from order_credits o where o.party_item_id = d.id and o.purchase_order_id = ${order}))`;

type OpenItem = { readonly itemId: number; readonly open: Pence };

/** An item on the supplier's ledger, with the part of it that is for the order. */
export type OrderItem = { readonly party: LockedParty; readonly itemId: number; readonly amount: Pence };

/** Allocates what is open for an order to a new bill of it, or to a refund that names it. Returns the amount. */
export async function settleWithCredit(
  ctx: WriteContext,
  orderId: number,
  debt: OrderItem,
  businessDate: CalendarDate,
): Promise<Pence> {
  const { rows } = await sql<OpenItem>`${preparedStatement}
    select item_id as "itemId", open from ${creditOf(sql`${orderId}::bigint`)} credit order by ${creditOrder}`.execute(
    ctx.tx,
  );
  return settle(ctx, debt, rows, other => ({
    debitItemId: other,
    creditItemId: debt.itemId,
    businessDate,
  }));
}

/** Allocates a new payment or credit note to what is open of an order. Returns the amount. */
export async function settleDebts(
  ctx: WriteContext,
  orderId: number,
  credit: OrderItem,
  businessDate: CalendarDate,
): Promise<Pence> {
  if (credit.amount === 0) return credit.amount;
  const { rows } = await debtsOf(sql`${orderId}::bigint`).execute(ctx.tx);
  return settle(ctx, credit, rows, other => ({
    debitItemId: credit.itemId,
    creditItemId: other,
    businessDate,
  }));
}

async function settle(
  ctx: WriteContext,
  { party, amount }: OrderItem,
  others: readonly OpenItem[],
  pairWith: (itemId: number) => { debitItemId: number; creditItemId: number; businessDate: CalendarDate },
): Promise<Pence> {
  let remaining = amount as number;
  for (const other of others) {
    if (remaining === 0) break;
    const part = toPence(Math.min(remaining, other.open));
    await allocate(ctx, { party, ...pairWith(other.itemId), amount: part });
    remaining -= part;
  }
  return toPence(amount - remaining);
}

/** Credits an order with part of an open item of its supplier's ledger, or takes that part from it (rule P4). */
export async function moveOrderCredit(
  ctx: WriteContext,
  { supplierId, itemId }: { readonly supplierId: number; readonly itemId: number },
  moves: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...moves].flatMap(([order, amount]) => (amount === 0 ? [] : [{ order, amount }]));
  if (rows.length === 0) return;
  const moved = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("order" bigint, amount bigint)`;
  await sql`${preparedStatement}
    insert into order_credits as kept (supplier_id, party_item_id, purchase_order_id, amount_pence)
    select ${supplierId}, ${itemId}, "order", amount from ${moved}
    on conflict (party_item_id, purchase_order_id) do update set amount_pence = kept.amount_pence + excluded.amount_pence`.execute(
    ctx.tx,
  );
  await sql`${preparedStatement}
    update purchase_orders po set credited_pence = po.credited_pence + row.amount, version = version + 1, updated_at = ${ctx.now}
    from ${moved} where po.id = row."order"`.execute(ctx.tx);
}

/**
 * Credit that an order was given is free again: the orders that it came from have it back first (rule P4), and the rest
 * belongs to none. The caller has locked them.
 */
export async function returnOrderCredit(
  ctx: WriteContext,
  item: { readonly supplierId: number; readonly itemId: number },
  { orderId, amount }: { readonly orderId: number | null; readonly amount: Pence },
): Promise<void> {
  const { rows } = await sql<{ order: number; taken: number }>`${preparedStatement}
    select purchase_order_id as "order", -amount_pence as taken from order_credits
    where party_item_id = ${item.itemId} and amount_pence < 0 order by purchase_order_id`.execute(ctx.tx);
  const moves = new Map<number, number>(orderId === null ? [] : [[orderId, 0 - amount]]);
  let remaining = amount as number;
  for (const { order, taken } of rows) {
    const part = Math.min(taken, remaining);
    moves.set(order, (moves.get(order) ?? 0) + part);
    remaining -= part;
  }
  await moveOrderCredit(ctx, item, moves);
}

/**
 * A bill for an order's goods is reversed: credit that other orders, or none, had given to its order is free again. Credit of the order itself
 * stays with it.
 */
export async function releaseCreditOf(ctx: WriteContext, orderId: number, billItemId: number): Promise<void> {
  const { rows } = await sql<{ item: number; supplier: number; amount: number }>`${preparedStatement}
    select g.party_item_id as item, g.supplier_id as supplier, least(g.amount_pence, sum(m.amount_pence))::bigint as amount
    from allocations m join order_credits g on g.party_item_id = m.debit_item_id and g.purchase_order_id = ${orderId}
    where m.credit_item_id = ${billItemId} and g.amount_pence > 0
    group by g.id having sum(m.amount_pence) > 0 order by g.id`.execute(ctx.tx);
  for (const { item, supplier, amount } of rows)
    await moveOrderCredit(ctx, { supplierId: supplier, itemId: item }, new Map([[orderId, -amount]]));
}

/** The orders that a document's credit was given to, or taken from. */
export const ordersGiven = (documentType: string, documentId: number): RawBuilder<unknown> => sql`
  select g.purchase_order_id from order_credits g join party_items i on i.id = g.party_item_id
  where i.document_type = ${documentType} and i.document_id = ${documentId}`;

/** A credit note is reversed: no order has any of it from now on. The caller has locked the orders. */
export async function forgetOrderCredit(
  ctx: WriteContext,
  documentType: string,
  documentId: number,
): Promise<void> {
  await sql`
    with given as (
      delete from order_credits g using party_items i
      where i.id = g.party_item_id and i.document_type = ${documentType} and i.document_id = ${documentId}
      returning g.purchase_order_id, g.amount_pence)
    update purchase_orders po set credited_pence = po.credited_pence - given.amount_pence, version = version + 1,
      updated_at = ${ctx.now}
    from given where po.id = given.purchase_order_id`.execute(ctx.tx);
}

/** An order, and what of an open item is for it: `spare` is what its bills to come will not need. */
export type OrderPart = {
  readonly orderId: number;
  readonly poNumber: string;
  readonly open: Pence;
  readonly spare: Pence;
};

/**
 * What each order keeps for its bills still to come, as a subquery over `purchase_orders po` and its credit: no more than
 * is still to be billed, so that two deposits do not keep it twice (rule P14).
 */
export const reserving = (orders: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select po.id as order_id, po.po_number, credit.item_id, credit.open, greatest(0, least(credit.open,
      po.owed_pence - po.billed_pence - coalesce(sum(credit.open) over (partition by po.id order by ${creditOrder}
        rows between unbounded preceding and 1 preceding), 0)))::bigint as reserved
  from purchase_orders po cross join lateral ${creditOf(sql`po.id`)} credit
  where ${orders} and po.status in ('sent', 'received', 'completed'))`;

/** The orders among these that an open item is for. */
export async function findPartsOf(tx: Tx, itemId: number, orderIds: readonly number[]): Promise<OrderPart[]> {
  const { rows } = await sql<OrderPart>`
    select order_id as "orderId", po_number as "poNumber", open, open - reserved as spare
    from ${reserving(sql`po.id = any(${[...orderIds]}::bigint[])`)} kept where item_id = ${itemId} order by order_id`.execute(
    tx,
  );
  return rows;
}
