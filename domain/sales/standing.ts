import type { Pence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import type { PriceMode } from '../kernel/vat';
import type { ReckonedLine, ReckonedSale } from './reckon-sale';

/** What was agreed of one line when it was sold, in the product's own unit and the mode of its sale. */
export type AgreedLine = Pick<
  ReckonedLine,
  'productId' | 'quantity' | 'listPrice' | 'unitPrice' | 'lineDiscount'
>;

/** What a completed sale was agreed on, for holding its edit against (rule L7). */
export type AgreedSale = {
  readonly mode: PriceMode;
  readonly customerId: number;
  readonly lines: readonly AgreedLine[];
  readonly cartDiscount: Pence;
  /** The lines after their own discounts. */
  readonly beforeCartDiscount: Pence;
  /** What is still owed of it. */
  readonly onAccount: Pence;
};

/** What of a sale stands as it was agreed on before, so that nobody has to say yes to it once more. */
export type Standing = {
  readonly lines: readonly { readonly price: boolean; readonly discount: boolean }[];
  readonly cartDiscount: boolean;
};

type Edited = { readonly mode: PriceMode; readonly customerId: number; readonly sale: ReckonedSale };

/**
 * Holds the edit of a sale against what was sold: goods at the price that they were sold at, no more of them, and not
 * more off. Fewer pieces stand, more do not; neither does what somebody else paid another price for by their group.
 */
export function standingOf(agreed: AgreedSale, { mode, customerId, sale }: Edited): Standing {
  // A price with VAT and one without cannot be compared to the penny.
  if (mode !== agreed.mode)
    return { lines: sale.lines.map(() => ({ price: false, discount: false })), cartDiscount: false };
  const left = agreed.lines.map(line => ({ ...line, left: line.quantity as number })).sort(leastFirst);
  const lines = sale.lines.map(line => {
    const fitting = left.filter(
      sold =>
        sold.productId === line.productId && sold.unitPrice === line.unitPrice && sold.left >= line.quantity,
    );
    const sold = fitting.find(candidate => isNoMoreOff(line, candidate)) ?? fitting[0];
    if (!sold) return { price: false, discount: false };
    sold.left -= line.quantity;
    return {
      price: customerId === agreed.customerId || sold.unitPrice === sold.listPrice,
      discount: isNoMoreOff(line, sold),
    };
  });
  return { lines, cartDiscount: isCartNoMoreOff(agreed, sale) };
}

type Share = { readonly quantity: Quantity; readonly lineDiscount: Pence };

/** Exactly, as a share of the pieces: half of them keep half of the discount. */
const isNoMoreOff = (line: Share, sold: Share) =>
  BigInt(line.lineDiscount) * BigInt(sold.quantity) <= BigInt(sold.lineDiscount) * BigInt(line.quantity);

/** The least that does is taken, so that what was sold at more off, or in a larger number, is there for others. */
function leastFirst(one: Share, other: Share): number {
  const difference =
    BigInt(one.lineDiscount) * BigInt(other.quantity) - BigInt(other.lineDiscount) * BigInt(one.quantity);
  return difference === 0n ? one.quantity - other.quantity : difference < 0n ? -1 : 1;
}

/** Neither more pounds off nor a larger part of what the lines come to. */
function isCartNoMoreOff(agreed: AgreedSale, sale: ReckonedSale): boolean {
  const before = sale.lines.reduce((total, line) => total + line.amount - line.lineDiscount, 0);
  return (
    sale.cartDiscount <= agreed.cartDiscount &&
    BigInt(sale.cartDiscount) * BigInt(agreed.beforeCartDiscount) <=
      BigInt(agreed.cartDiscount) * BigInt(before)
  );
}
