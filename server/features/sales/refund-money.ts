import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { type PaidBack, refundableTenders } from '#domain/sales/refund-tenders';
import { tenderMethodNames } from '#domain/sales/tender';
import { paysBack, tenderNamesBy } from '#domain/settings/payment-methods.contract';
import { openPart } from '../../kernel/parties';
import { findPaymentRules } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import type { RefundTender } from './post-credit-note';
import { findInvoiceItem, type StoredSale } from './stored-sale';

/** What of a refund clears what is owed of the sale, before anything is paid back (rule W9). */
export async function clearedOf(ctx: WriteContext, sale: StoredSale, gross: Pence): Promise<Pence> {
  if (sale.customer.is_walk_in) return toPence(0);
  const invoice = await findInvoiceItem(ctx.tx, sale.id);
  return invoice ? toPence(Math.min(openPart(invoice), gross)) : toPence(0);
}

/** Holds how a refund is paid against how the sale was (rules T5, M9): every penny once, no card above what it paid. */
export function ensureRefundTenders(
  sale: StoredSale,
  due: Pence,
  tenders: readonly RefundTender[],
  sessionId: number | null,
): void {
  const paid = sum(tenders.map(({ amount }) => amount));
  if (paid !== due)
    throw invalid({
      tenders: `${formatPounds(due)} is to be paid back, but ${formatPounds(paid)} is entered.`,
    });
  for (const { method } of tenders) {
    if (method === 'account')
      throw invalid({ tenders: 'What is owed of the sale is cleared by itself. Leave it out.' });
    if (method === 'wallet' && sale.customer.is_walk_in)
      throw invalid({ tenders: 'The walk-in customer has no wallet. Pay it back another way.' });
    if (method === 'cash' && sessionId === null)
      throw invalid({ session_id: 'Open a till first: cash comes out of a drawer.' });
  }
  const left = refundableTenders(sale.tenders, sale.refunds);
  const card = amountOf(tenders, 'credit_card');
  const mostOnCard = sum(left.filter((_, index) => sale.tenders[index]?.method === 'credit_card'));
  if (card > mostOnCard)
    throw invalid({
      tenders: `At most ${formatPounds(mostOnCard)} can go back to the card: that is what it paid and has not got back.`,
    });
  // A wallet is not cashable by right (rule W10): what it paid goes back into it.
  const fromWallet = sum(left.filter((_, index) => sale.tenders[index]?.method === 'wallet'));
  const money = toPence(due - amountOf(tenders, 'wallet') - amountOf(tenders, 'exchange'));
  const mostMoney = toPence(Math.max(0, sale.gross - sale.refunded - fromWallet));
  if (fromWallet > 0 && money > mostMoney)
    throw invalid({
      tenders: `${formatPounds(fromWallet)} was paid from the wallet and goes back into it (${tenderMethodNames.wallet}).`,
    });
}

/** Holds how goods that come back are paid against what the firm pays back by. A sale that is undone goes back as it was paid. */
export async function ensurePaidBack(ctx: WriteContext, tenders: readonly RefundTender[]): Promise<void> {
  const rules = await findPaymentRules(ctx.tx);
  for (const { method } of tenders)
    if (!paysBack(rules, method))
      throw invalid({
        tenders: `Nothing is paid back by ${tenderNamesBy(rules)[method]} here. Choose another way.`,
      });
}

const amountOf = (tenders: readonly PaidBack[], method: PaidBack['method']): Pence =>
  sum(tenders.filter(tender => tender.method === method).map(({ amount }) => amount));
