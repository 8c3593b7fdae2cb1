import type { Pence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import type { PriceMode } from '../kernel/vat';
import type { CalculatedLine, CalculatedSale } from './calculate-sale';

/** The agreed terms of a line when sold, in the product's own unit and the mode of its sale. */
export type AgreedLine = Pick<
  CalculatedLine,
  'productId' | 'quantity' | 'listPrice' | 'unitPrice' | 'lineDiscount'
>;

/** The agreed terms of a completed sale, to compare its edit with (rule L7). */
export type AgreedSale = {
  readonly mode: PriceMode;
  readonly customerId: number;
  readonly lines: readonly AgreedLine[];
  readonly basketDiscount: Pence;
  /** The lines after line discounts. */
  readonly beforeBasketDiscount: Pence;
  /** The balance due. */
  readonly onAccount: Pence;
};

/** The parts of an edited sale that were agreed before and need no new approval. */
export type AgreedParts = {
  readonly lines: readonly { readonly price: boolean; readonly discount: boolean }[];
  readonly basketDiscount: boolean;
};

type Edited = { readonly mode: PriceMode; readonly customerId: number; readonly sale: CalculatedSale };

/**
 * Compares an edit with the original sale. Goods at the agreed price stand, up to the agreed quantity and
 * discount. Group prices of another customer do not.
 */
export function agreedParts(agreed: AgreedSale, { mode, customerId, sale }: Edited): AgreedParts {
  // Prices including and excluding VAT cannot be compared to the penny.
  if (mode !== agreed.mode)
    return { lines: sale.lines.map(() => ({ price: false, discount: false })), basketDiscount: false };
  const remaining = agreed.lines
    .map(line => ({ ...line, remaining: line.quantity as number }))
    .sort(smallestFirst);
  const lines = sale.lines.map(line => {
    const fitting = remaining.filter(
      sold =>
        sold.productId === line.productId &&
        sold.unitPrice === line.unitPrice &&
        sold.remaining >= line.quantity,
    );
    const sold = fitting.find(candidate => hasNoHigherDiscount(line, candidate)) ?? fitting[0];
    if (!sold) return { price: false, discount: false };
    sold.remaining -= line.quantity;
    return {
      price: customerId === agreed.customerId || sold.unitPrice === sold.listPrice,
      discount: hasNoHigherDiscount(line, sold),
    };
  });
  return { lines, basketDiscount: hasNoHigherBasketDiscount(agreed, sale) };
}

type Share = { readonly quantity: Quantity; readonly lineDiscount: Pence };

/** Exactly pro rata: half of the units keep half of the discount. */
const hasNoHigherDiscount = (line: Share, sold: Share) =>
  BigInt(line.lineDiscount) * BigInt(sold.quantity) <= BigInt(sold.lineDiscount) * BigInt(line.quantity);

/** Takes the smallest match, so that larger quantities or discounts remain for other lines. */
function smallestFirst(one: Share, other: Share): number {
  const difference =
    BigInt(one.lineDiscount) * BigInt(other.quantity) - BigInt(other.lineDiscount) * BigInt(one.quantity);
  return difference === 0n ? one.quantity - other.quantity : difference < 0n ? -1 : 1;
}

/** No larger amount off, and no larger share of the lines. */
function hasNoHigherBasketDiscount(agreed: AgreedSale, sale: CalculatedSale): boolean {
  const before = sale.lines.reduce((total, line) => total + line.amount - line.lineDiscount, 0);
  return (
    sale.basketDiscount <= agreed.basketDiscount &&
    BigInt(sale.basketDiscount) * BigInt(agreed.beforeBasketDiscount) <=
      BigInt(agreed.basketDiscount) * BigInt(before)
  );
}
