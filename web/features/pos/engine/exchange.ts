import type { Basket } from './basket';

/**
 * Why goods cannot be exchanged in this basket; null when they can. An edit or a quote settles only itself, and one
 * exchange returns goods of one sale.
 */
export function exchangeRefusal({ replacing, quote, returning }: Basket): string | null {
  if (replacing)
    return `Goods cannot be exchanged while ${replacing.number} is being edited. Complete the edit first.`;
  if (quote)
    return `Goods cannot be exchanged while ${quote.number} is open here. Exchange them at the till.`;
  return returning
    ? `Goods from ${returning.saleNumber} are already being exchanged. Complete that exchange, or cancel its return, first.`
    : null;
}

/** Why goods of this sale cannot be refunded beside this basket; null when they can. */
export const refundRefusal = ({ replacing }: Basket, saleId: number): string | null =>
  replacing?.saleId === saleId
    ? `${replacing.number} is being edited here. Remove the goods from it instead.`
    : null;

/** A basket stored by an earlier version may hold a return that it cannot settle. */
export const withoutUnsettledReturn = (basket: Basket): Basket =>
  basket.returning && (basket.replacing ?? basket.quote) ? { ...basket, returning: null } : basket;
