import {
  formatPounds,
  type Pence,
  penceFromPounds,
  poundsFromPence,
  sum,
  toPence,
} from '#domain/kernel/money';
import { type Quantity, quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import type { ReturnedGoods } from '#domain/sales/sale-state';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { parsePounds } from '../../../ui/form/typed-figures';

/** What is entered for a line, blank for none: a quantity, or an amount while the customer keeps the goods (V12). */
export type ReturnedLine = {
  readonly quantity: string;
  readonly amount: string;
  readonly goods: ReturnedGoods;
};
export type Returned = Readonly<Record<number, ReturnedLine>>;

export const nothingReturned: ReturnedLine = { quantity: '', amount: '', goods: 'stock' };

export const quantityOf = (typed: string): Quantity | null =>
  /^\d{1,8}(?:\.\d{1,3})?$/.test(typed.trim()) ? quantityFromText(typed.trim()) : null;

export const everything = (sale: SaleDetail): Returned =>
  Object.fromEntries(
    sale.lines
      .filter(line => line.refundable_quantity > 0)
      .map(line => [
        line.line_number,
        { ...nothingReturned, quantity: textFromQuantity(line.refundable_quantity) },
      ]),
  );

/** Why a line cannot be returned as entered; null when it can, or when nothing is entered. */
export function problemOf(
  line: SaleDetail['lines'][number],
  { quantity: typed, amount, goods }: ReturnedLine,
): string | null {
  if (goods === 'kept') {
    if (amount.trim() === '') return null;
    const pence = parsePounds(amount);
    if (pence === null || pence <= 0) return 'Enter an amount above zero.';
    return pence > line.refundable ? `Enter at most ${formatPounds(line.refundable)}.` : null;
  }
  if (typed.trim() === '') return null;
  const quantity = quantityOf(typed);
  if (quantity === null) return 'Enter a quantity with at most three decimal places.';
  if (quantity > line.refundable_quantity)
    return `Enter at most ${textFromQuantity(line.refundable_quantity)}.`;
  return null;
}

export type ReturnLines = (
  | { line_number: number; quantity: string; goods: 'stock' | 'damaged' }
  | { line_number: number; amount: string; goods: 'kept' }
)[];

/** The refund lines to send, without lines that return nothing. */
export const returnLines = (sale: SaleDetail, returned: Returned): ReturnLines =>
  sale.lines.flatMap((line): ReturnLines => {
    const { line_number } = line;
    const typed = returned[line_number];
    if (typed?.goods === 'kept') {
      const amount = parsePounds(typed.amount);
      return amount === null || amount <= 0
        ? []
        : [{ line_number, amount: poundsFromPence(amount), goods: typed.goods }];
    }
    const quantity = typed ? quantityOf(typed.quantity) : null;
    return !typed || !quantity
      ? []
      : [{ line_number, quantity: textFromQuantity(quantity), goods: typed.goods }];
  });

/** Goods of a product that come back to be sold again. */
export type StockReturned = { readonly productId: number; readonly quantity: Quantity };

export const stockReturned = (sale: SaleDetail, lines: ReturnLines): StockReturned[] =>
  lines.flatMap(entry => {
    const line = sale.lines.find(({ line_number }) => line_number === entry.line_number);
    return line && entry.goods === 'stock'
      ? [{ productId: line.product.id, quantity: toQuantity(quantityFromText(entry.quantity)) }]
      : [];
  });

/** The value of the returned items at the prices paid, with what is refunded for goods that are kept (rule V12). */
export const valueOfReturn = (sale: SaleDetail, lines: ReturnLines): Pence =>
  sum(
    lines.map(entry => {
      if (entry.goods === 'kept') return penceFromPounds(entry.amount);
      const line = sale.lines.find(candidate => candidate.line_number === entry.line_number);
      return line
        ? prorate(line.refundable, toQuantity(quantityFromText(entry.quantity)), line.refundable_quantity)
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
    const goods = typed?.goods === 'damaged' ? typed.goods : 'stock';
    return { ...returned, [line.line_number]: { ...nothingReturned, quantity, goods } };
  }
  return null;
}
