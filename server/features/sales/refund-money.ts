import { type Pence, toPence } from '#domain/kernel/money';
import { canRefundWith, refundMethodRefused, type PaidSale } from '#domain/sales/refund-options';
import { acceptsRefunds, tenderNamesBy } from '#domain/settings/payment-methods.contract';
import { openPart } from '../../kernel/parties';
import { findPaymentRules } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import type { RefundTender } from './post-credit-note';
import { findInvoiceItem, type StoredSale } from './stored-sale';

/** The part of a refund that reduces the balance due (rule W9). */
export async function clearedOf(ctx: WriteContext, sale: StoredSale, gross: Pence): Promise<Pence> {
  if (sale.customer.is_walk_in) return toPence(0);
  const invoice = await findInvoiceItem(ctx.tx, sale.id);
  return invoice ? toPence(Math.min(openPart(invoice), gross)) : toPence(0);
}

/** Checks refund payments against how the sale was paid (rules T5, M9). */
export function ensureRefundTenders(
  sale: StoredSale,
  due: Pence,
  tenders: readonly RefundTender[],
  sessionId: number | null,
): void {
  const result = canRefundWith(paidSale(sale), due, tenders, sessionId !== null);
  if (!result.allowed) throw invalid({ [result.field ?? 'tenders']: result.reason });
}

/** The fields of a sale the refund rules need. */
export const paidSale = ({ customer, gross, refunded, tenders, refunds }: StoredSale): PaidSale => ({
  isWalkIn: customer.is_walk_in,
  gross,
  refunded,
  tenders,
  refunds,
});

/** Checks refund payments against the company's refund methods. An undone sale is refunded as it was paid. */
export async function ensureRefundMethods(
  ctx: WriteContext,
  tenders: readonly RefundTender[],
): Promise<void> {
  const rules = await findPaymentRules(ctx.tx);
  for (const { method } of tenders)
    if (!acceptsRefunds(rules, method))
      throw invalid({ tenders: refundMethodRefused(tenderNamesBy(rules)[method]) });
}
