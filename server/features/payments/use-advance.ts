import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { Payment, payments } from '#domain/payments/payment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { allocate, type LockedParty, lockParty } from '../../kernel/parties';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { findOpen } from './payment-bills';
import { findPayment, getPayment, type StoredPayment } from './stored-payment';

type Advance = ReplyOf<typeof payments.advances>['data'][number];

/**
 * Supplier payments on account (rule P14): neither allocated nor reserved for an order. An order reserves no
 * more than what is still to be billed on it, so a deposit is free again once its order was cheaper or closed
 * short. For one payment or all, oldest first.
 */
async function findAdvances(
  db: Reader,
  source: { readonly supplierId: number } | { readonly paymentId: number },
): Promise<(Advance & { readonly item_id: number })[]> {
  const belongs =
    'supplierId' in source ? sql`p.supplier_id = ${source.supplierId}` : sql`p.id = ${source.paymentId}`;
  const { rows } = await sql<Advance & { item_id: number }>`
    select * from (
      select p.id, p.number, p.payment_date, p.method as payment_method, p.reference_number, p.amount_pence as amount, i.id as item_id,
        i.amount_pence - i.allocated_pence - coalesce((
          select sum(least(waiting.pence, waiting.unbilled)) from (${waitingForBills}) waiting), 0)::bigint as free
      from payments p join party_items i on i.document_type = 'payment' and i.document_id = p.id and i.kind = 'payment'
      where ${belongs} and p.status = 'completed' and p.direction = 'out' and i.allocated_pence < i.amount_pence
    ) advance where free > 0 order by payment_date, id`.execute(db);
  return rows;
}

/** For each order of a payment `p` with the ledger item `i`, what no bill has taken yet, and what can still be billed. */
const waitingForBills = sql`
  select a.id, a.amount_pence, po.po_number, greatest(0, a.amount_pence - settled.pence) as pence,
    greatest(0, po.owed_pence - po.billed_pence) as unbilled
  from payment_allocations a join purchase_orders po on po.id = a.purchase_order_id cross join lateral (
    select coalesce(sum(m.amount_pence), 0) as pence
    from allocations m join party_items c on c.id = m.credit_item_id and c.document_type = 'supplier_bill'
      join supplier_bills b on b.id = c.document_id and b.kind = 'goods' and b.purchase_order_id = a.purchase_order_id
    where m.debit_item_id = i.id) settled
  where a.payment_id = p.id`;

export async function listAdvances(db: Reader, supplierId: number): Promise<Advance[]> {
  const advances = await findAdvances(db, { supplierId });
  return advances.map(({ item_id: _item, ...advance }) => advance);
}

/**
 * Allocates a payment on account to a bill, dated today (rules P14, W4). Nothing is posted, because both are
 * on one ledger.
 */
export async function useAdvance(
  ctx: WriteContext,
  id: number,
  { bill_id, amount }: BodyOf<typeof payments.use>,
): Promise<Payment> {
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const { payment, party, orderId } = await lockBoth(ctx.tx, id, bill_id);
  if (payment.status !== 'completed' || payment.direction !== 'out')
    throw conflict('Only a completed payment to a supplier can be allocated to a bill.');
  const bill = (await findOpen(ctx.tx, [bill_id])).get(bill_id);
  if (!bill || bill.supplier_id !== payment.supplier.id)
    throw invalid({ bill_id: `Choose a bill from ${payment.supplier.name} that has not been reversed.` });
  const [advance] = await findAdvances(ctx.tx, { paymentId: id });
  const free = advance?.free ?? (0 as Pence);
  if (!advance || amount > free)
    throw invalid({
      amount: `Only ${formatPounds(free)} of ${payment.number ?? 'this payment'} is on account.`,
    });
  if (amount > bill.open)
    throw invalid({ amount: `Only ${formatPounds(bill.open)} is outstanding on bill ${bill.theirs}.` });
  const released = await releaseFromOrders(ctx.tx, id, amount);
  await allocate(ctx, {
    party,
    debitItemId: advance.item_id,
    creditItemId: bill.item_id,
    amount,
    businessDate: today,
  });
  if (orderId !== null) await allocateToOrder(ctx.tx, { paymentId: id, orderId, amount });
  recordAudit(ctx, {
    action: 'advance_used',
    recordType: 'supplier',
    recordId: payment.supplier.id,
    recordName: payment.supplier.name,
    after: {
      payment: payment.number,
      bill: bill.theirs,
      amount_pence: amount,
      ...(released.length > 0 ? { from_orders: released } : {}),
    },
  });
  return getPayment(ctx.tx, id);
}

/**
 * Locks in the agreed order: orders by id, the payment, then the supplier's ledger. Returns what is locked,
 * and the order of the bill, if any.
 */
async function lockBoth(
  tx: Tx,
  paymentId: number,
  billId: number,
): Promise<{ payment: StoredPayment; party: LockedParty; orderId: number | null }> {
  const { rows } = await sql<{ order_id: number }>`
    select purchase_order_id as order_id from supplier_bills
    where id = ${billId} and kind = 'goods' and purchase_order_id is not null`.execute(tx);
  const orderId = rows[0]?.order_id ?? null;
  await sql`
    select from purchase_orders where id = ${orderId}
      or id in (select purchase_order_id from payment_allocations where payment_id = ${paymentId})
    order by id for update`.execute(tx);
  await sql`select from payments where id = ${paymentId} for update`.execute(tx);
  const payment = ensureFound(await findPayment(tx, paymentId), 'Payment');
  const { party } = await lockParty(tx, { kind: 'supplier', id: payment.supplier.id });
  return { payment, party, orderId };
}

/**
 * What the payment has beyond its orders is used first. The rest was paid on orders that no longer need it: they
 * are paid by that much less (rule P4), oldest allocation first. Returns their numbers. The caller has locked them.
 */
async function releaseFromOrders(tx: Tx, paymentId: number, amount: Pence): Promise<string[]> {
  const { rows } = await sql<{ id: number; po_number: string; kept: Pence }>`
    with waiting as (
      select waiting.*, greatest(0, waiting.pence - waiting.unbilled) as spare, i.amount_pence - i.allocated_pence as open
      from payments p join party_items i on i.document_type = 'payment' and i.document_id = p.id and i.kind = 'payment'
        cross join lateral (${waitingForBills}) waiting
      where p.id = ${paymentId}),
    parts as (
      select *, ${amount}::bigint - greatest(0, open - sum(pence) over ()) - coalesce(sum(spare) over (
        order by id rows between unbounded preceding and 1 preceding), 0) as needed
      from waiting)
    select id, po_number, (amount_pence - least(spare, needed))::bigint as kept
    from parts where spare > 0 and needed > 0 order by id`.execute(tx);
  const changed = rows.filter(({ kept }) => kept > 0).map(({ id, kept }) => ({ id, kept }));
  const spent = rows.filter(({ kept }) => kept <= 0).map(({ id }) => id);
  await sql`
    update payment_allocations a set amount_pence = row.kept
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as row (id bigint, kept bigint) where a.id = row.id`.execute(
    tx,
  );
  await sql`delete from payment_allocations where id = any(${spent}::bigint[])`.execute(tx);
  return rows.map(({ po_number }) => po_number);
}

/** The order is paid by the same amount (rule P4). */
async function allocateToOrder(
  tx: Tx,
  { paymentId, orderId, amount }: { paymentId: number; orderId: number; amount: Pence },
): Promise<void> {
  await sql`
    insert into payment_allocations as kept (payment_id, purchase_order_id, amount_pence)
    values (${paymentId}, ${orderId}, ${amount})
    on conflict (payment_id, purchase_order_id) do update set amount_pence = kept.amount_pence + excluded.amount_pence`.execute(
    tx,
  );
}
