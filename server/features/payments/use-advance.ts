import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { Payment, payments } from '#domain/payments/payment.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { allocate } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { findPartsOf, moveOrderCredit, type OrderPart } from '../purchase-orders';
import { findFreeCredit } from './free-credit';
import { type Credit, lockCredit } from './lock-credit';
import { movePayment } from './move-payment';
import { findOpen } from './payment-bills';
import { itemOfPayment } from './post-payment';
import { getPayment } from './stored-payment';

type Use = BodyOf<typeof payments.use>;

/** Allocates a payment on account to a bill. 409 for a payment that posted nothing. */
export async function useAdvance(ctx: WriteContext, id: number, body: Use): Promise<Payment> {
  const payment = await getPayment(ctx.tx, id);
  const item = await itemOfPayment(ctx, id);
  if (payment.status !== 'completed' || payment.direction !== 'out' || !item)
    throw conflict('Only a completed payment to a supplier can be allocated to a bill.');
  await allocateCredit(ctx, payment.supplier.id, { ...body, item_id: item.id });
  return getPayment(ctx.tx, id);
}

/**
 * Allocates open credit of a supplier to a bill, dated today (rules P14, W4, decision 142): a payment on account, a credit
 * note, or credit from before these books. Nothing is posted, because both are on one ledger.
 */
export async function allocateCredit(
  ctx: WriteContext,
  supplierId: number,
  { item_id, bill_id, amount }: BodyOf<typeof payments.allocate>,
): Promise<{ message: string }> {
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const orderId = await orderOfBill(ctx.tx, bill_id);
  const { credit, party, orders } = await lockCredit(ctx.tx, { supplierId, itemId: item_id, orderId });
  if (credit.payment_id !== null) await ensureStillPaid(ctx.tx, credit.payment_id);
  const bill = (await findOpen(ctx.tx, [bill_id])).get(bill_id);
  if (!bill || bill.supplier_id !== supplierId)
    throw invalid({ bill_id: `Choose a bill from ${credit.supplier_name} that has not been reversed.` });
  const free = (await findFreeCredit(ctx.tx, supplierId)).find(one => one.item_id === item_id)?.free ?? 0;
  if (amount > free)
    throw invalid({
      amount: `Only ${formatPounds(toPence(free))} of ${credit.number ?? 'this credit'} is on account.`,
    });
  if (amount > bill.open)
    throw invalid({ amount: `Only ${formatPounds(bill.open)} is outstanding on bill ${bill.theirs}.` });
  const released = await releasedFrom(ctx.tx, credit, orders, amount);
  await allocate(ctx, {
    party,
    debitItemId: item_id,
    creditItemId: bill.item_id,
    amount,
    businessDate: today,
  });
  await moveToOrder(ctx, credit, { released, orderId, amount });
  recordAudit(ctx, {
    action: 'advance_used',
    recordType: 'supplier',
    recordId: supplierId,
    recordName: credit.supplier_name,
    after: {
      [credit.payment_id === null ? 'credit' : 'payment']: credit.number,
      bill: bill.theirs,
      amount_pence: amount,
      ...(released.length > 0 ? { from_orders: released.map(({ poNumber }) => poNumber) } : {}),
    },
  });
  return { message: `${formatPounds(amount)} allocated to bill ${bill.theirs}.` };
}

/** The order whose goods a bill is for, if any. */
async function orderOfBill(tx: Tx, billId: number): Promise<number | null> {
  const { rows } = await sql<{ order_id: number }>`${preparedStatement}
    select purchase_order_id as order_id from supplier_bills
    where id = ${billId} and kind = 'goods' and purchase_order_id is not null`.execute(tx);
  return rows[0]?.order_id ?? null;
}

/** 409 when the payment was cancelled meanwhile. */
async function ensureStillPaid(tx: Tx, id: number): Promise<void> {
  if ((await getPayment(tx, id)).status !== 'completed')
    throw conflict('Only a completed payment to a supplier can be allocated to a bill.');
}

type Released = OrderPart & { readonly taken: Pence };

/**
 * What a credit has beyond its orders is used first. The rest was for orders that no longer need it, oldest order first.
 * The caller has locked them.
 */
async function releasedFrom(
  tx: Tx,
  credit: Credit,
  orders: readonly number[],
  amount: Pence,
): Promise<Released[]> {
  const parts = await findPartsOf(tx, credit.item_id, orders);
  const beyond = Math.max(0, credit.open - parts.reduce((sum, { open }) => sum + open, 0));
  let needed = Math.max(0, amount - beyond);
  return parts.flatMap(part => {
    const taken = toPence(Math.min(part.spare, needed));
    needed -= taken;
    return taken === 0 ? [] : [{ ...part, taken }];
  });
}

type Moved = {
  readonly released: readonly Released[];
  readonly orderId: number | null;
  readonly amount: Pence;
};

/** The order of the bill is paid or credited by the amount, and those that it came from by that much less (rule P4). */
async function moveToOrder(
  ctx: WriteContext,
  credit: Credit,
  { released, orderId, amount }: Moved,
): Promise<void> {
  const moves = new Map<number, number>(released.map(part => [part.orderId, 0 - part.taken]));
  if (orderId !== null) moves.set(orderId, (moves.get(orderId) ?? 0) + amount);
  if (credit.payment_id === null)
    return moveOrderCredit(ctx, { supplierId: credit.supplier_id, itemId: credit.item_id }, moves);
  // What is taken back comes first: a payment is never allocated above its amount.
  for (const [order, change] of [...moves].toSorted(([, one], [, other]) => one - other))
    if (change !== 0) await movePayment(ctx.tx, credit.payment_id, order, change);
}
