import { type Pence, toPence } from '#domain/kernel/money';
import { canPayBack, notPaidBackBy, type PaidSale } from '#domain/sales/ways-back';
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

/** Holds how a refund is paid against how the sale was (rules T5, M9). */
export function ensureRefundTenders(
  sale: StoredSale,
  due: Pence,
  tenders: readonly RefundTender[],
  sessionId: number | null,
): void {
  const verdict = canPayBack(paidSale(sale), due, tenders, sessionId !== null);
  if (!verdict.allowed) throw invalid({ [verdict.field ?? 'tenders']: verdict.reason });
}

/** A sale as the rules of paying back see it. */
export const paidSale = ({ customer, gross, refunded, tenders, refunds }: StoredSale): PaidSale => ({
  isWalkIn: customer.is_walk_in,
  gross,
  refunded,
  tenders,
  refunds,
});

/** Holds how goods that come back are paid against what the firm pays back by. A sale that is undone goes back as it was paid. */
export async function ensurePaidBack(ctx: WriteContext, tenders: readonly RefundTender[]): Promise<void> {
  const rules = await findPaymentRules(ctx.tx);
  for (const { method } of tenders)
    if (!paysBack(rules, method)) throw invalid({ tenders: notPaidBackBy(tenderNamesBy(rules)[method]) });
}
