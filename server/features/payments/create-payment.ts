import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, toPence } from '#domain/kernel/money';
import type { Payment, PaymentWrite } from '#domain/payments/payment.contract';
import { canPay } from '#domain/purchase-orders/purchase-order.rules';
import { recordAudit } from '../../kernel/audit';
import { ensuringOpenDay } from '../../kernel/books-day';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { reservingId } from '../../platform/database/reserve-ids';
import { askTogether, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { lockOrder, stateOf, type StoredOrder } from '../purchase-orders';
import { limitOf, tooMuch } from './order-limits';
import { chosenFor, ensureBills, lockSettled, type Settles, storeBills } from './payment-bills';
import { postPayment } from './post-payment';
import { findPayment, getPayment } from './stored-payment';

type Allocation = PaymentWrite['allocations'][number];

/**
 * Records a payment to a supplier or a refund: pending, or completed and posted at once (rules L2, P4, P5,
 * W4). Orders and bills are locked first, so that two payments of one see each other.
 */
export async function createPayment(ctx: WriteContext, body: PaymentWrite): Promise<Payment> {
  const date = body.payment_date ?? londonDate(ctx.now);
  const [supplier, , id] = await askTogether(ctx.tx, [
    lockingSupplier(body.supplier_id),
    ensuringOpenDay(ctx, date, { field: 'payment_date', reason: body.date_reason ?? null }),
    reservingId('payments'),
  ]);
  const allocations = await ensureAllocations(ctx, body);
  const settles = await chosenFor(ctx.tx, body);
  await lockSettled(ctx.tx, body, settles);
  await ensureBills(ctx.tx, body, settles);
  await insertPayment(ctx, id, { ...body, payment_date: date, settles });
  await insertAllocations(ctx, id, allocations);
  await storeBills(ctx.tx, id, body.bills);
  if (body.status === 'completed') {
    const stored = ensureFound(await findPayment(ctx.tx, id), 'Payment');
    await postPayment(ctx, stored, date, body.date_reason ?? null);
  }
  recordAudit(ctx, {
    action: body.status === 'completed' ? 'paid' : 'payment_entered',
    recordType: 'supplier',
    recordId: body.supplier_id,
    recordName: supplier.name,
    after: {
      payment: id,
      direction: body.direction,
      amount_pence: body.amount,
      method: body.payment_method,
      orders: allocations.map(allocation => allocation.purchase_order_id),
    },
  });
  return getPayment(ctx.tx, id);
}

/** The supplier cannot be deleted until the commit. */
const lockingSupplier = (id: number): Question<{ name: string }, { name: string }> => ({
  statement: sql<{
    name: string;
  }>`${preparedStatement} select name from suppliers where id = ${id} for share`,
  answer: ([supplier]) => {
    if (!supplier) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another.' });
    return supplier;
  },
});

/** Checks each allocation against the outstanding amount of its order; more needs confirmation (P5). */
async function ensureAllocations(ctx: WriteContext, body: PaymentWrite): Promise<Allocation[]> {
  const { allocations } = body;
  const total = allocations.reduce((sum, allocation) => sum + allocation.amount, 0);
  if (total > body.amount)
    throw invalid({
      allocations: `${formatPounds(total)} is allocated to orders, but the payment is only ${formatPounds(body.amount)}.`,
    });
  if (new Set(allocations.map(allocation => allocation.purchase_order_id)).size !== allocations.length)
    throw invalid({ allocations: 'An order is listed twice. Enter each order once.' });
  const orders = new Map<number, StoredOrder>();
  for (const id of allocations
    .map(allocation => allocation.purchase_order_id)
    .toSorted((one, other) => one - other))
    orders.set(id, await lockOrder(ctx.tx, id));
  return allocations.flatMap((allocation, index) => {
    const order = orders.get(allocation.purchase_order_id);
    if (!order) return [];
    if (order.supplier_id !== body.supplier_id)
      throw invalid({
        [`allocations.${index}.purchase_order_id`]: `${order.po_number} belongs to another supplier.`,
      });
    if (body.direction === 'out') ensure(canPay(stateOf(order)));
    const limit = limitOf(body.direction, order);
    const amount = toPence(Math.min(allocation.amount, Math.max(0, limit)));
    if (allocation.amount > limit && !(body.confirm_excess && body.direction === 'out'))
      throw invalid({ [`allocations.${index}.amount`]: tooMuch(body.direction, order, limit) });
    return amount === 0 ? [] : [{ ...allocation, amount }];
  });
}

async function insertPayment(
  ctx: WriteContext,
  id: number,
  payment: PaymentWrite & { readonly payment_date: CalendarDate; readonly settles: Settles },
): Promise<void> {
  await sql`${unawaitedStatement}
    insert into payments (id, supplier_id, direction, payment_date, amount_pence, method, status, settles, reference_number, notes,
      created_by, created_at) overriding system value
    values (${id}, ${payment.supplier_id}, ${payment.direction}, ${payment.payment_date}, ${payment.amount}, ${payment.payment_method},
      'pending', ${payment.settles}, ${payment.reference_number ?? null}, ${payment.notes ?? null}, ${ctx.actor.id}, ${ctx.now})`.execute(
    ctx.tx,
  );
}

async function insertAllocations(
  ctx: WriteContext,
  paymentId: number,
  allocations: readonly Allocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  const rows = allocations.map(({ purchase_order_id, amount }) => ({ purchase_order_id, amount }));
  await sql`${unawaitedStatement}
    insert into payment_allocations (payment_id, purchase_order_id, amount_pence)
    select ${paymentId}, purchase_order_id, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (purchase_order_id bigint, amount bigint)`.execute(
    ctx.tx,
  );
}
