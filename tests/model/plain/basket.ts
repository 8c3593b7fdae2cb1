import { min, rhu, shareOut, sum, type VatCode, vatOn, vatWithin, type Whole } from './arithmetic';
import type { Basket, Off, SoldLine } from './steps';
import { deal, need, type World } from './world';

export type PricedLine = {
  readonly product: number;
  readonly quantity: Whole;
  readonly code: VatCode;
  readonly net: Whole;
  readonly vat: Whole;
  readonly gross: Whole;
  /** The line discount and the share of the basket discount, as entered. */
  readonly off: Whole;
};

/** M5: the discount on an amount. */
function offOf(amount: Whole, off: Off | null): Whole {
  if (off === null) return 0n;
  return 'percent' in off ? rhu(amount * BigInt(off.percent), 10_000n) : BigInt(off.amount);
}

/** A price or discount given by hand is left as it is. */
const isUnchanged = ({ price, off }: SoldLine) => price === null && off === null;

/**
 * M13: all sets of the deal are one, shared out over the units in it by what they cost without it. Lines with a price
 * of their own take no part. Returns for each line the units in the deal and their share.
 */
function inDeal(world: World, { lines, exclusive }: Basket): { units: Whole; share: Whole }[] {
  const unitsOf = (product: number) =>
    lines.map(line => (line.product === product && isUnchanged(line) ? BigInt(line.quantity) / 1000n : 0n));
  const there = deal.products.map(unitsOf);
  const sets = min(...there.map(sum));
  // Where VAT is added to the prices, the share of each rate is converted: not part of this model.
  need(sets === 0n || !exclusive, 'a deal in prices excluding VAT');
  const left = there.map(() => sets);
  const used = lines.map((_, place) =>
    sum(
      there.map((units, which) => {
        const part = min(units[place] ?? 0n, left[which] ?? 0n);
        left[which] = (left[which] ?? 0n) - part;
        return part;
      }),
    ),
  );
  const apart = used.map((units, place) => units * BigInt(world.product(lines[place]?.product ?? 0).price));
  const shares = shareOut(sets * deal.price, apart);
  return used.map((units, place) => ({ units, share: shares[place] ?? 0n }));
}

/** M4: line amounts, their discounts, shares of the basket discount, VAT by line, totals by addition. */
export function priceBasket(world: World, basket: Basket): { lines: PricedLine[]; gross: Whole } {
  const ofDeal = inDeal(world, basket);
  const before = basket.lines.map(({ product, quantity, price, off }, place) => {
    const { units, share } = ofDeal[place] ?? { units: 0n, share: 0n };
    const apart = BigInt(quantity) - 1000n * units;
    const amount = share + rhu(BigInt(price ?? world.product(product).price) * apart, 1000n);
    const lineOff = offOf(amount, off);
    need(lineOff <= amount, 'discount exceeds the amount');
    return { lineOff, left: amount - lineOff };
  });
  const all = sum(before.map(({ left }) => left));
  const basketOff = offOf(all, basket.off);
  need(basketOff <= all, 'discount exceeds the amount');
  const shares = shareOut(
    basketOff,
    before.map(({ left }) => left),
  );
  const lines = basket.lines.map(({ product, quantity }, place) => {
    const { lineOff, left } = before[place] ?? { lineOff: 0n, left: 0n };
    const amount = left - (shares[place] ?? 0n);
    const { code } = world.product(product);
    const vat = basket.exclusive ? vatOn(amount, code) : vatWithin(amount, code);
    const net = basket.exclusive ? amount : amount - vat;
    const off = lineOff + (shares[place] ?? 0n);
    return { product, quantity: BigInt(quantity), code, net, vat, gross: net + vat, off };
  });
  return { lines, gross: sum(lines.map(({ gross }) => gross)) };
}
