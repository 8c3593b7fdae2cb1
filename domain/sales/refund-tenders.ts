import { type Pence, sum, toPence } from '../kernel/money';
import type { TenderMethod } from './tender';

/** A payment of a sale, with what has been refunded by the same method. */
export type PaidTender = { readonly method: TenderMethod; readonly applied: Pence };
export type RefundPart = { readonly method: TenderMethod; readonly amount: Pence };

/**
 * The part of each payment that can still be refunded to its method (rules L6, T5): the amount applied less refunds by
 * that method. Refunds by other methods reduce the last payment first.
 */
export function refundableTenders(tenders: readonly PaidTender[], refunds: readonly RefundPart[]): Pence[] {
  const refundable = tenders.map(({ applied }) => applied as number);
  let elsewhere = 0;
  for (const method of new Set(refunds.map(refund => refund.method))) {
    let amount: number = sum(refunds.filter(refund => refund.method === method).map(refund => refund.amount));
    for (const [index, tender] of tenders.entries()) {
      if (tender.method !== method) continue;
      const part = Math.min(refundable[index] ?? 0, amount);
      refundable[index] = (refundable[index] ?? 0) - part;
      amount -= part;
    }
    elsewhere += amount;
  }
  for (let index = refundable.length - 1; index >= 0 && elsewhere > 0; index--) {
    const part = Math.min(refundable[index] ?? 0, elsewhere);
    refundable[index] = (refundable[index] ?? 0) - part;
    elsewhere -= part;
  }
  return refundable.map(toPence);
}

/**
 * Refunds to the original payment methods, the first payment first (rule T5). Any excess is credit on the
 * customer's ledger.
 */
export function allocateRefund(
  amount: Pence,
  tenders: readonly PaidTender[],
  refunds: readonly RefundPart[],
): RefundPart[] {
  const refundable = refundableTenders(tenders, refunds);
  let rest: number = amount;
  const back: RefundPart[] = [];
  for (const [index, tender] of tenders.entries()) {
    const part = Math.min(rest, refundable[index] ?? 0);
    if (part === 0) continue;
    back.push({ method: tender.method, amount: toPence(part) });
    rest -= part;
  }
  return rest === 0 ? back : [...back, { method: 'wallet', amount: toPence(rest) }];
}
