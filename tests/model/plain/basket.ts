import { rhu, shareOut, sum, type VatCode, vatOn, vatWithin, type Whole } from './arithmetic';
import type { Basket, Off } from './steps';
import { need, type World } from './world';

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

/** M4: line amounts, their discounts, shares of the basket discount, VAT by line, totals by addition. */
export function priceBasket(world: World, basket: Basket): { lines: PricedLine[]; gross: Whole } {
  const before = basket.lines.map(({ product, quantity, price, off }) => {
    const amount = rhu(BigInt(price ?? world.product(product).price) * BigInt(quantity), 1000n);
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
