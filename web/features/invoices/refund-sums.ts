import { type Pence, sum, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { take } from '#domain/kernel/take';
import { payBack } from '#domain/sales/refund-tenders';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { TenderMethod } from '#domain/sales/tender';

/** What somebody typed beside a line: how many come back. Blank for none. */
export type TypedReturn = { readonly line_number: number; readonly quantity: string };

/** The price of the pieces that come back, as the server will take it off the line (rule M7); null for no number. */
export function refundOf(line: SaleDetail['lines'][number], typed: string): Pence | null {
  if (typed === '') return toPence(0);
  try {
    const pieces = quantityFromText(typed);
    if (pieces <= 0 || pieces > line.refundable_quantity) return null;
    return take(line.refundable, pieces, line.refundable_quantity);
  } catch {
    return null;
  }
}

export type RefundSums = {
  readonly gross: Pence;
  /** What is owed of the sale comes off first (rule W9). */
  readonly cleared: Pence;
  readonly due: Pence;
};

export function refundSums(sale: SaleDetail, returns: readonly TypedReturn[]): RefundSums {
  const gross = sum(
    returns.map(({ line_number, quantity }) => {
      const line = sale.lines.find(candidate => candidate.line_number === line_number);
      return (line && refundOf(line, quantity)) ?? toPence(0);
    }),
  );
  const cleared = toPence(Math.min(gross, sale.outstanding));
  return { gross, cleared, due: toPence(gross - cleared) };
}

/** How it goes back: the way it was paid, or all of it by one method. */
export const tendersFor = (
  sale: SaleDetail,
  due: Pence,
  by: TenderMethod | 'as_paid',
): { method: TenderMethod; amount: Pence }[] => {
  if (due === 0) return [];
  if (by !== 'as_paid') return [{ method: by, amount: due }];
  const back = payBack(
    due,
    sale.tenders,
    sale.credit_notes.flatMap(({ tenders }) => tenders),
  );
  // What was taken over from an exchange has no way back of its own.
  return back.map(({ method, amount }) => ({
    amount,
    method: method === 'exchange' ? (sale.customer.is_walk_in ? 'cash' : 'wallet') : method,
  }));
};
