import { type Pence, sum, toPence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import type { SaleDetail } from '#domain/sales/sale.contract';

/** The quantity of a line to return, as entered; blank for none. */
export type ReturnedLine = { readonly quantity: string; readonly goods: 'stock' | 'damaged' };
export type Returned = Readonly<Record<number, ReturnedLine>>;

export const quantityOf = (typed: string): Quantity | null =>
  /^\d{1,8}(?:\.\d{1,3})?$/.test(typed.trim()) ? quantityFromText(typed.trim()) : null;

export const everything = (sale: SaleDetail): Returned =>
  Object.fromEntries(
    sale.lines
      .filter(line => line.refundable_quantity > 0)
      .map(line => [
        line.line_number,
        { quantity: textFromQuantity(line.refundable_quantity), goods: 'stock' as const },
      ]),
  );

/** Why a line cannot be returned as entered; null when it can, or when nothing is entered. */
export function problemOf(line: SaleDetail['lines'][number], typed: string): string | null {
  if (typed.trim() === '') return null;
  const quantity = quantityOf(typed);
  if (quantity === null) return 'Enter a quantity with at most three decimal places.';
  if (quantity > line.refundable_quantity)
    return `Enter at most ${textFromQuantity(line.refundable_quantity)}.`;
  return null;
}

export type ReturnLines = { line_number: number; quantity: string; goods: 'stock' | 'damaged' }[];

/** The refund lines to send, without lines that return nothing. */
export const returnLines = (sale: SaleDetail, returned: Returned): ReturnLines =>
  sale.lines.flatMap(line => {
    const typed = returned[line.line_number];
    const quantity = typed ? quantityOf(typed.quantity) : null;
    return !typed || !quantity
      ? []
      : [{ line_number: line.line_number, quantity: textFromQuantity(quantity), goods: typed.goods }];
  });

/** The value of the returned items at the prices paid (rule V12). */
export const valueOfReturn = (sale: SaleDetail, lines: ReturnLines): Pence =>
  sum(
    lines.map(({ line_number, quantity }) => {
      const line = sale.lines.find(candidate => candidate.line_number === line_number);
      return line
        ? prorate(line.refundable, toQuantity(quantityFromText(quantity)), line.refundable_quantity)
        : toPence(0);
    }),
  );

/** The refund first reduces the balance due. The rest is paid out. */
export function dueOf(sale: SaleDetail, worth: Pence): { cleared: Pence; due: Pence } {
  const cleared = toPence(Math.min(worth, Math.max(0, sale.outstanding)));
  return { cleared, due: toPence(worth - cleared) };
}

/**
 * Returns one more of a scanned product; null when it is not on the receipt or is already returned in full.
 */
export function withScanned(
  sale: SaleDetail,
  returned: Returned,
  { productId, factor }: { readonly productId: number; readonly factor: Quantity },
): Returned | null {
  for (const line of sale.lines) {
    const typed = returned[line.line_number];
    const before = typed ? (quantityOf(typed.quantity) ?? 0) : 0;
    if (line.product.id !== productId || before + factor > line.refundable_quantity) continue;
    const quantity = textFromQuantity(toQuantity(before + factor));
    return { ...returned, [line.line_number]: { quantity, goods: typed?.goods ?? 'stock' } };
  }
  return null;
}
