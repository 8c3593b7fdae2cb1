import { newClientId } from '../../../platform/client-id';
import { type Basket, emptyBasket } from '../engine/basket';
import type { SentBasket } from './unanswered';

export const newBasket = (): Basket => emptyBasket(newClientId());

export const sentBasket = ({ clientId, lines }: Basket): Required<SentBasket> => ({
  clientId,
  lines: lines.map(({ key }) => key),
});

/**
 * The basket that follows a settled one: null if it is already there. Lines that are not the settled ones stay, so that
 * no goods leave unpaid.
 */
export function following(now: Basket, { clientId, lines }: SentBasket): Basket | null {
  if (now.clientId !== clientId) return null;
  const left = now.lines.filter(({ key }) => lines && !lines.includes(key));
  return { ...newBasket(), lines: left, nextKey: now.nextKey, selected: left.at(-1)?.key ?? null };
}
