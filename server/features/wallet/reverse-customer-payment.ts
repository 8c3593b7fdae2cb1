import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { canBounce } from '#domain/wallet/customer-payment';
import type { CustomerPayment, customerWallet } from '#domain/wallet/customer-wallet.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { allocate, findItemsOf, moveOpenItems, openItem, unallocate } from '../../kernel/parties';
import { ensureDrawerHolds, recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import {
  findCustomerPayment,
  getCustomerPayment,
  lockCustomerPayment,
  markReversed,
  type StoredCustomerPayment,
} from './customer-payments.queries';
import { lockTillDrawer } from './drawers';
import { lockForReversal, settleMovedCredit, transferFacts, transferNumber } from './merged-customer';
import { clearByOwnCreditNotes } from './own-credit-notes';
import { journalOf } from './post-customer-payment';

type RequestBody = BodyOf<typeof customerWallet.reverse>;

/**
 * Reverses a customer payment: its reversal is posted today, and what it paid is open again (rule L2; L
 * "Bounced cheque"), as far as its own credit notes do not clear it (W9). Only once. Cash comes out of, or goes into, a drawer that is open now.
 */
export async function reverseCustomerPayment(
  ctx: WriteContext,
  id: number,
  body: RequestBody,
): Promise<CustomerPayment> {
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const found = await findCustomerPayment(ctx.tx, id);
  ensureReversible(found, body);
  const sessionId = await lockTillDrawer(ctx.tx, {
    payment_method: found.method,
    session_id: body.session_id,
  });
  const customerId = found.customer_id;
  const { party, merged } = await lockForReversal(ctx.tx, customerId);
  // Rereads the payment after waiting for the lock, in case another request has reversed it.
  const payment = await lockCustomerPayment(ctx.tx, id);
  ensureReversible(payment, body);
  if (payment.direction === 'in') await ensureDrawerHolds(ctx.tx, sessionId, payment.amount);

  const { reason } = body;
  const transfer = await transferNumber(ctx, merged);
  const reversal = await reverseJournal(ctx, await journalOf(ctx, id), { businessDate: today, reason });
  const document = { type: 'customer_payment', id, number: payment.number };
  const isIn = payment.direction === 'in';
  if (sessionId !== null)
    await recordTillCash(ctx, {
      sessionId,
      kind: isIn ? 'payout' : 'receipt',
      amount: (isIn ? 0 - payment.amount : payment.amount) as Pence,
      journalId: reversal.id,
      document,
      reason,
    });
  const [item] = (await findItemsOf(ctx.tx, document)).filter(candidate => candidate.kind !== 'reversal');
  if (!item) throw new Error(`Payment ${payment.number} has no item on a ledger.`);
  await unallocate(ctx, party, item.id, today);
  const mirror = await openItem(ctx, {
    party,
    side: isIn ? 'debit' : 'credit',
    kind: 'reversal',
    description: body.bounced ? `Bounced: ${reason}` : reason,
    document,
    businessDate: today,
    amount: payment.amount,
    journalId: reversal.id,
  });
  const [debitItemId, creditItemId] = isIn ? [mirror.id, item.id] : [item.id, mirror.id];
  await allocate(ctx, { party, debitItemId, creditItemId, amount: payment.amount, businessDate: today });
  if (merged) {
    const why = `${payment.number} reversed after a merge`;
    await moveOpenItems(ctx, { ...merged, ...transfer, reason: why, businessDate: today });
    await settleMovedCredit(ctx, {
      party: merged.to,
      itemId: item.id,
      transfer: transfer.number ?? '',
      businessDate: today,
    });
  }
  await clearByOwnCreditNotes(ctx, merged?.to ?? party, today);
  const status = body.bounced ? 'bounced' : 'reversed';
  await markReversed(ctx, id, { status, reason });
  recordAudit(ctx, {
    action: body.bounced ? 'payment_bounced' : 'payment_reversed',
    recordType: 'customer',
    recordId: customerId,
    recordName: payment.customer_name,
    before: { number: payment.number, status: payment.status },
    after: { status, amount: formatPounds(payment.amount), reason, ...transferFacts(transfer) },
  });
  return getCustomerPayment(ctx.tx, id);
}

function ensureReversible(payment: StoredCustomerPayment, { bounced }: RequestBody): void {
  if (payment.status !== 'completed')
    throw conflict(
      `${payment.number} is already ${payment.status === 'bounced' ? 'recorded as bounced' : 'reversed'}.`,
    );
  if (bounced && (payment.direction === 'out' || !canBounce(payment.method)))
    throw invalid({
      bounced: 'Only a cheque or card payment that you received can bounce. Reverse this payment instead.',
    });
}
