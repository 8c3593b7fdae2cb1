import type { SaleDetail } from '#domain/sales/sale.contract';
import { ApiError } from '../../../platform/api-error';
import type { Basket } from '../engine/basket';
import type { Refused } from '../engine/queue';
import type { PayOutcome } from './pay-basket';
import { isAnswered, mayBeRecorded, sendUntilAnswered, type ToSend, type Unanswered } from './unanswered';

type Settling = {
  /** The name that the request is kept by until it is answered. */
  readonly name: string;
  /** "This exchange". */
  readonly what: string;
};

export const settlingEdit = ({ clientId }: Basket): Settling => ({
  name: `edit ${clientId}`,
  what: 'this change of the sale',
});
export const settlingExchange = ({ clientId }: Basket): Settling => ({
  name: `exchange ${clientId}`,
  what: 'this exchange',
});

/** What only the server can settle; null for a sale, which waits in the queue instead. */
export function settlingOf(basket: Basket): Settling | null {
  if (basket.replacing) return settlingEdit(basket);
  return basket.returning ? settlingExchange(basket) : null;
}

/** Whether what settles the basket was sent and not answered: nothing else can be entered for it. */
export function isSettlingOpen(basket: Basket): boolean {
  const settling = settlingOf(basket);
  return settling !== null && !isAnswered(settling.name);
}

/** Sends what settles a sale until it is answered, always the same. */
export async function settleOnce<Body>(
  { name, what }: Settling,
  request: ToSend<Body>,
  send: (request: Unanswered<Body>) => Promise<SaleDetail>,
): Promise<PayOutcome> {
  try {
    const { reply } = await sendUntilAnswered(name, request, send);
    return { kind: 'paid', document: reply };
  } catch (error) {
    return { kind: 'refused', refused: refusedBy(error, isAnswered(name) ? null : mayBeRecorded(what)) };
  }
}

/** A refusal, or what is said instead while there is no answer. */
export function refusedBy(error: unknown, doubt: string | null): Refused {
  if (doubt !== null) return { status: 0, message: doubt, errors: {}, current: undefined };
  if (!(error instanceof ApiError)) throw error;
  const { status, message, errors, current } = error;
  return { status, message, errors, current };
}
