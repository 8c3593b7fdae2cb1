import { sql } from 'kysely';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { canRefundWith, refundMethodRefused, type RefundableSale } from '#domain/sales/refund-options';
import { acceptsRefunds, tenderNamesBy } from '#domain/settings/payment-methods.contract';
import { findPaymentRules } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, invalid } from '../../../platform/http/refusal';
import type { SaleLedger, StoredSale } from '../stored-sale';
import type { TenderMethod } from '#domain/sales/tender';

/** Refunds by method. `wallet` stays on the customer's ledger as credit. */
export type RefundTender = {
  readonly method: TenderMethod;
  readonly amount: Pence;
  readonly reference: string | null;
};

/**
 * The part of a refund that reduces the balance due (rule W9). 409 if the rest would be refunded although part
 * of the invoice was written off and never paid.
 */
export async function clearedOf(
  ctx: WriteContext,
  { sale, ledger }: { readonly sale: StoredSale; readonly ledger: SaleLedger },
  gross: Pence,
): Promise<Pence> {
  const cleared = toPence(Math.min(sum(ledger.owed.map(item => item.open)), gross));
  if (cleared < gross) await ensureNotWrittenOff(ctx, sale, ledger);
  return cleared;
}

async function ensureNotWrittenOff(
  ctx: WriteContext,
  sale: StoredSale,
  { itemIds }: SaleLedger,
): Promise<void> {
  if (itemIds.length === 0) return;
  const { rows } = await sql<{ amount: Pence; number: string }>`
    select sum(a.amount_pence)::bigint as amount, max(w.document_number) as number
    from allocations a join party_items w on w.id = a.credit_item_id and w.kind = 'write_off'
    where a.debit_item_id = any(${[...itemIds]}::bigint[]) having sum(a.amount_pence) > 0`.execute(ctx.tx);
  const [lost] = rows;
  if (lost)
    throw conflict(
      `${formatPounds(lost.amount)} of ${sale.number} was written off, not paid. Reverse ${lost.number} on the customer’s ledger first.`,
    );
}

/** Checks refund payments against how the sale was paid (rules T5, M9). */
export function ensureRefundTenders(
  paid: RefundableSale,
  due: Pence,
  tenders: readonly RefundTender[],
  sessionId: number | null,
): void {
  const result = canRefundWith(paid, due, tenders, sessionId !== null);
  if (!result.allowed) throw invalid({ [result.field ?? 'tenders']: result.reason });
}

/** The fields of a sale the refund rules need. */
export const refundableSale = (
  { customer, gross, refunded, tenders, refunds }: StoredSale,
  { owed }: SaleLedger,
): RefundableSale => ({
  isWalkIn: customer.is_walk_in,
  gross,
  refunded,
  outstanding: sum(owed.map(item => item.open)),
  tenders,
  refunds,
});

/** Checks refund payments against the company's refund methods. A cancelled sale is refunded as it was paid. */
export async function ensureRefundMethods(
  ctx: WriteContext,
  tenders: readonly RefundTender[],
  field: 'tenders' | 'refund_tenders' = 'tenders',
): Promise<void> {
  const rules = await findPaymentRules(ctx.tx);
  for (const { method } of tenders)
    if (!acceptsRefunds(rules, method))
      throw invalid({ [field]: refundMethodRefused(tenderNamesBy(rules)[method]) });
}
