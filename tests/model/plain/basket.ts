import {
  min,
  rhu,
  shareOut,
  sum,
  type VatCode,
  vatOn,
  vatWithin,
  type Whole,
  withoutVat,
} from './arithmetic';
import type { Basket, Off, SoldLine } from './steps';
import { deals, need, type World } from './world';

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

/** V3, V4, V9: an amount of one price mode in another. */
function inMode(amount: Whole, code: VatCode, includesVat: boolean, wanted: boolean): Whole {
  if (includesVat === wanted) return amount;
  return wanted ? amount + vatOn(amount, code) : withoutVat(amount, code);
}

/** The list price in the mode of the basket. */
function listed(world: World, product: number, { exclusive }: Basket): Whole {
  const { price, code, includesVat } = world.product(product);
  return inMode(BigInt(price), code, includesVat, !exclusive);
}

type InDeal = { readonly units: Whole; readonly share: Whole };

/**
 * M13: all sets of a deal are one, shared out over the units in it by what they cost without it, in the price mode of
 * the deal. Lines with a price of their own take no part. Returns for each line the units in the deal and their share.
 */
function inDeal(world: World, basket: Basket, deal: (typeof deals)[number]): InDeal[] {
  const { lines, exclusive } = basket;
  const unitsOf = (product: number) =>
    lines.map(line => (line.product === product && isUnchanged(line) ? BigInt(line.quantity) / 1000n : 0n));
  const there = deal.products.map(unitsOf);
  const sets = min(...there.map(sum));
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
  const codeOf = (place: number) => world.product(lines[place]?.product ?? 0).code;
  const apart = used.map((units, place) => units * listed(world, lines[place]?.product ?? 0, basket));
  const shares = shareOut(
    sets * deal.price,
    apart.map((amount, place) => inMode(amount, codeOf(place), !exclusive, deal.includesVat)),
  );
  return used.map((units, place) => {
    const share = inMode(shares[place] ?? 0n, codeOf(place), deal.includesVat, !exclusive);
    return { units, share: min(share, apart[place] ?? 0n) };
  });
}

/** M4: line amounts, their discounts, shares of the basket discount, VAT by line, totals by addition. */
export function priceBasket(world: World, basket: Basket): { lines: PricedLine[]; gross: Whole } {
  const ofDeals = deals.map(deal => inDeal(world, basket, deal));
  const before = basket.lines.map(({ product, quantity, price, off }, place) => {
    const units = sum(ofDeals.map(shares => shares[place]?.units ?? 0n));
    const share = sum(ofDeals.map(shares => shares[place]?.share ?? 0n));
    const each = price === null ? listed(world, product, basket) : BigInt(price);
    const amount = share + rhu(each * (BigInt(quantity) - 1000n * units), 1000n);
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
