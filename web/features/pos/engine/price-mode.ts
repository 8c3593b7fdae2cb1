import type { Discount } from '#domain/kernel/line-amounts';
import type { Pence } from '#domain/kernel/money';
import type { PriceMode, VatRate } from '#domain/kernel/vat';
import { priceInMode } from '#domain/pricing/price-in-mode';

/** The VAT rate of a product; undefined for one that this device does not know. */
export type RateOf = (productId: number) => VatRate | undefined;

type TypedTerms = {
  /** A price override for one unit, in the price mode of the basket. */
  readonly unitPrice: Pence | null;
  readonly priceReason: string;
  readonly discount: Discount | null;
  readonly discountReason: string;
};
type TypedDiscount = Pick<TypedTerms, 'discount' | 'discountReason'>;

/** What was typed before the price mode changed, so that changing back restores it to the penny. */
type Before<Terms> = { readonly typed?: (Terms & { readonly mode: PriceMode }) | undefined };

export type LineTerms = TypedTerms & Before<TypedTerms>;
export type BasketDiscount = TypedDiscount & Before<TypedDiscount>;

type Line = LineTerms & { readonly productId: number };
type Priced<L extends Line> = BasketDiscount & {
  readonly mode: PriceMode;
  readonly lines: readonly L[];
  readonly removed: { readonly line: L; readonly at: number } | null;
};

const nothing = { unitPrice: null, priceReason: '' };
const noDiscount = { discount: null, discountReason: '' };

/**
 * The basket in another price mode. Price overrides and discounts in pounds are converted (rule V9); those whose VAT rate
 * is not known, or not one, are removed.
 */
export function inMode<L extends Line, B extends Priced<L>>(basket: B, mode: PriceMode, rateOf: RateOf): B {
  if (mode === basket.mode) return basket;
  const change = { from: basket.mode, to: mode };
  const turn = (line: L): L => ({ ...line, ...termsIn(line, change, rateOf(line.productId)) });
  return {
    ...basket,
    mode,
    ...discountIn(basket, change, oneRate(basket.lines, rateOf)),
    lines: basket.lines.map(turn),
    removed: basket.removed && { ...basket.removed, line: turn(basket.removed.line) },
  };
}

type Change = { readonly from: PriceMode; readonly to: PriceMode };

function termsIn(line: Line, change: Change, rate: VatRate | undefined): LineTerms {
  const { unitPrice, priceReason, discount, discountReason, typed } = line;
  if (typed?.mode === change.to) {
    const { mode: _typedMode, ...terms } = typed;
    return { ...terms, typed: undefined };
  }
  const terms = { unitPrice, priceReason, discount, discountReason };
  if (unitPrice === null && discount?.kind !== 'amount') return terms;
  return {
    ...(unitPrice === null || rate === undefined
      ? nothing
      : { unitPrice: converted(unitPrice, change, rate), priceReason }),
    ...convertedDiscount(terms, change, rate),
    typed: { ...terms, mode: change.from },
  };
}

/** A discount on the whole basket spans its VAT rates, so it can be converted only where there is one. */
function discountIn(basket: BasketDiscount, change: Change, rate: VatRate | undefined): BasketDiscount {
  const { discount, discountReason, typed } = basket;
  if (typed?.mode === change.to)
    return { discount: typed.discount, discountReason: typed.discountReason, typed: undefined };
  if (discount?.kind !== 'amount') return { discount, discountReason };
  return {
    ...convertedDiscount({ discount, discountReason }, change, rate),
    typed: { discount, discountReason, mode: change.from },
  };
}

function convertedDiscount(
  { discount, discountReason }: TypedDiscount,
  change: Change,
  rate: VatRate | undefined,
): TypedDiscount {
  if (discount?.kind !== 'amount') return { discount, discountReason };
  if (rate === undefined) return noDiscount;
  return { discount: { kind: 'amount', pence: converted(discount.pence, change, rate) }, discountReason };
}

const converted = (pence: Pence, { from, to }: Change, rate: VatRate): Pence =>
  priceInMode(pence, from === 'inclusive', to, rate);

function oneRate(lines: readonly Line[], rateOf: RateOf): VatRate | undefined {
  const [rate, ...others] = new Set(lines.map(line => rateOf(line.productId)));
  return others.length === 0 ? rate : undefined;
}
