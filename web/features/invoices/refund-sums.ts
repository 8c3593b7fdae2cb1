import { type Pence, sum, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import type { ReturnedGoods } from '#domain/sales/sale-state';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { TenderMethod } from '#domain/sales/tender';
import { refundOptionsOf, type RefundOptions } from '#domain/sales/refund-options';
import { canRefundBy, tenderName } from '../../platform/payment-names';
import { parsePounds } from '../../ui/form/typed-figures';

/** What is entered beside a line, blank for none: a quantity, or an amount while the customer keeps the goods (V12). */
export type TypedReturn = {
  readonly line_number: number;
  readonly quantity: string;
  readonly amount: string;
  readonly goods: ReturnedGoods;
};

/** The value of what is entered for a line, as the server will calculate it (rule M7); null for no number. */
export function refundOf(
  line: SaleDetail['lines'][number],
  { quantity: typed, amount, goods }: TypedReturn,
): Pence | null {
  if (goods === 'kept') {
    const pence = amount === '' ? toPence(0) : parsePounds(amount);
    return pence === null || pence < 0 || pence > line.refundable ? null : pence;
  }
  if (typed === '') return toPence(0);
  try {
    const pieces = quantityFromText(typed);
    if (pieces <= 0 || pieces > line.refundable_quantity) return null;
    return prorate(line.refundable, pieces, line.refundable_quantity);
  } catch {
    return null;
  }
}

export type RefundSums = {
  readonly gross: Pence;
  /** The refund first reduces the balance due (rule W9). */
  readonly cleared: Pence;
  readonly due: Pence;
};

export function refundSums(sale: SaleDetail, returns: readonly TypedReturn[]): RefundSums {
  const lines = new Map(sale.lines.map(line => [line.line_number, line]));
  const gross = sum(
    returns.map(entered => {
      const line = lines.get(entered.line_number);
      return (line && refundOf(line, entered)) ?? toPence(0);
    }),
  );
  const cleared = toPence(Math.min(gross, sale.outstanding));
  return { gross, cleared, due: toPence(gross - cleared) };
}

/** Card refunds are made at the card terminal, and cash refunds at a till. */
const deskMethods: readonly TenderMethod[] = ['cash', 'bank_transfer', 'wallet'];

/**
 * The refund methods the server would accept for the amount due, or for the whole sale before anything is
 * entered.
 */
export const refundOptionsFor = (sale: SaleDetail, due: Pence, hasDrawer: boolean): RefundOptions =>
  refundOptionsOf(sale, due, deskMethods, { hasDrawer, acceptsRefunds: canRefundBy, nameOf: tenderName });
