import { allocate, type Discount, discountAmount, lineAmount } from '../kernel/line-amounts';
import { type Pence, sum, toPence } from '../kernel/money';
import type { Quantity } from '../kernel/quantity';
import { type PriceMode, type SplitAmount, splitLine, type VatRate } from '../kernel/vat';

/** The input of a sale line. The unit price is in the mode of the basket (rule V3). */
export type BasketLine = {
  readonly unitPrice: Pence;
  readonly quantity: Quantity;
  readonly discount: Discount | null;
  readonly rate: VatRate;
};

export type Basket = {
  readonly mode: PriceMode;
  readonly lines: readonly BasketLine[];
  /** Off the whole basket, after line discounts. */
  readonly discount: Discount | null;
};

/** A line with all stored amounts in pence. `amount` is price times quantity. */
export type PricedLine = SplitAmount & {
  readonly amount: Pence;
  readonly lineDiscount: Pence;
  /** Its share of the basket discount. */
  readonly basketDiscount: Pence;
};

export type PricedBasket = SplitAmount & {
  readonly lines: readonly PricedLine[];
  readonly lineDiscounts: Pence;
  readonly basketDiscount: Pence;
};

/**
 * Calculates a basket in the order of rule M4: line amount (M3), line discount (M5), share of the basket
 * discount (M6; across all rates, V8), VAT by line (V4, V5), totals by addition.
 */
export function priceBasket({ mode, lines, discount }: Basket): PricedBasket {
  const afterLineDiscount = lines.map(line => {
    const amount = lineAmount(line.unitPrice, line.quantity);
    const lineDiscount = discountAmount(amount, line.discount);
    return { rate: line.rate, amount, lineDiscount, left: toPence(amount - lineDiscount) };
  });
  const basketDiscount = discountAmount(sum(afterLineDiscount.map(({ left }) => left)), discount);
  const shares = allocate(
    basketDiscount,
    afterLineDiscount.map(({ left }) => left),
  );
  const priced = afterLineDiscount.map(({ rate, amount, lineDiscount, left }, index) => {
    const share = shares[index] ?? toPence(0);
    return { amount, lineDiscount, basketDiscount: share, ...splitLine(toPence(left - share), mode, rate) };
  });
  return {
    lines: priced,
    lineDiscounts: sum(priced.map(line => line.lineDiscount)),
    basketDiscount,
    net: sum(priced.map(line => line.net)),
    vat: sum(priced.map(line => line.vat)),
    gross: sum(priced.map(line => line.gross)),
  };
}
