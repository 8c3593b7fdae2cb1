import { sql } from 'kysely';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { Payment, payments } from '#domain/payments/payment.contract';
import { canCancelPayment, canComplete, canFail, isAsSeen } from '#domain/payments/payment.rules';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { allocate, lockParty, openItem, unallocate } from '../../kernel/parties';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { WriteContext } from '../../platform/http/context';
import { ensure, forbidden } from '../../platform/http/refusal';
import { lockSettledExpenses, reopenExpenses } from '../expenses';
import { keepWithinLimits } from './order-limits';
import { ensureStillOwed } from './payment-bills';
import { itemOfPayment, postPayment } from './post-payment';
import { getPayment, lockPayment, type StoredPayment } from './stored-payment';

/** Confirms a pending payment, which posts it (rule L2), up to what its orders still need (rule P5). */
export async function completePayment(
  ctx: WriteContext,
  id: number,
  { payment_date, date_reason, confirm_excess }: BodyOf<typeof payments.complete>,
): Promise<Payment> {
  const payment = await lockPayment(ctx.tx, id);
  ensure(canComplete(payment));
  const date = payment_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, date, { field: 'payment_date', reason: date_reason ?? null });
  const allocations = await keepWithinLimits(ctx.tx, payment, confirm_excess);
  await lockParty(ctx.tx, { kind: 'supplier', id: payment.supplier.id });
  await ensureStillOwed(ctx.tx, id, confirm_excess);
  await sql`${preparedStatement} update payments set payment_date = ${date} where id = ${id}`.execute(ctx.tx);
  await postPayment(ctx, { ...payment, allocations }, date, date_reason ?? null);
  note(ctx, payment, 'payment_confirmed', { status: 'completed' });
  return getPayment(ctx.tx, id);
}

/** Marks a pending payment as failed; nothing was posted, so there is nothing to reverse. */
export async function failPayment(ctx: WriteContext, id: number, reason: string): Promise<Payment> {
  const payment = await lockPayment(ctx.tx, id);
  ensure(canFail(payment));
  await setStatus(ctx, id, 'failed', reason);
  note(ctx, payment, 'payment_failed', { status: 'failed', reason });
  return getPayment(ctx.tx, id);
}

/**
 * Cancels a pending payment or reverses a completed one: its row stays, and its reversal is posted today
 * (rules L1, L2). An expense that it had paid is owed again (decision 154).
 */
export async function cancelPayment(
  ctx: WriteContext,
  id: number,
  { reason, status: seen }: BodyOf<typeof payments.cancel>,
): Promise<Payment> {
  const expenses = await lockSettledExpenses(ctx.tx, id);
  const payment = await lockPayment(ctx.tx, id);
  ensure(canCancelPayment(payment));
  ensure(isAsSeen(payment, seen));
  if (payment.status === 'completed') {
    await reversePayment(ctx, payment, reason);
    await reopenExpenses(ctx, { id, number: payment.number, reason }, expenses);
  } else if (!passesRecordRule('pendingPayments', ctx.actor))
    throw forbidden('You do not have permission to cancel a pending payment.');
  await setStatus(ctx, id, 'cancelled', reason);
  note(ctx, payment, payment.status === 'completed' ? 'payment_reversed' : 'payment_cancelled', {
    status: 'cancelled',
    reason,
  });
  return getPayment(ctx.tx, id);
}

async function reversePayment(ctx: WriteContext, payment: StoredPayment, reason: string): Promise<void> {
  if (!passesRecordRule('completedPayments', ctx.actor))
    throw forbidden('You do not have permission to reverse a completed payment.');
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const { party } = await lockParty(ctx.tx, { kind: 'supplier', id: payment.supplier.id });
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    select id from journals where document_type = 'payment' and document_id = ${payment.id} and reverses_id is null`.execute(
    ctx.tx,
  );
  const [journal] = rows;
  const item = await itemOfPayment(ctx, payment.id);
  // Payments from before these books have neither.
  if (!journal || !item) return;
  const reversal = await reverseJournal(ctx, journal.id, { businessDate: today, reason });
  await unallocate(ctx, party, item.id, today);
  const isOut = payment.direction === 'out';
  const mirror = await openItem(ctx, {
    party,
    side: isOut ? 'credit' : 'debit',
    kind: 'reversal',
    description: reason,
    document: { type: 'payment', id: payment.id, number: payment.number },
    businessDate: today,
    amount: payment.amount,
    journalId: reversal.id,
  });
  const [debitItemId, creditItemId] = isOut ? [item.id, mirror.id] : [mirror.id, item.id];
  await allocate(ctx, { party, debitItemId, creditItemId, amount: payment.amount, businessDate: today });
}

async function setStatus(ctx: WriteContext, id: number, status: string, reason: string): Promise<void> {
  await sql`${preparedStatement} update payments set status = ${status}, status_reason = ${reason}, version = version + 1 where id = ${id}`.execute(
    ctx.tx,
  );
}

const note = (
  ctx: WriteContext,
  payment: StoredPayment,
  action: string,
  after: Readonly<Record<string, unknown>>,
) =>
  recordAudit(ctx, {
    action,
    recordType: 'supplier',
    recordId: payment.supplier.id,
    recordName: payment.supplier.name,
    before: { payment: payment.number ?? payment.id, status: payment.status },
    after: { amount_pence: payment.amount, ...after },
  });
