import type { SaleDetail } from '#domain/sales/sale.contract';
import { ApiError } from '../../../platform/api-error';
import type { Basket } from '../engine/basket';
import type { Refused } from '../engine/queue';
import type { PayOutcome } from './pay-basket';
import { type Settling, settlingEdit, settlingExchange } from './open-request';
import { isAnswered, mayBeRecorded, sendUntilAnswered, type ToSend, type Unanswered } from './unanswered';

/** What only the server can settle; null for a sale, which waits in the queue instead. */
export function settlingOf(basket: Basket): Settling | null {
  if (basket.replacing) return settlingEdit(basket);
  return basket.returning ? settlingExchange(basket) : null;
}

/** A refusal, or the document with the request that it answers, which may be an earlier one. */
type Settled<Body> =
  | Extract<PayOutcome, { kind: 'refused' }>
  | (Extract<PayOutcome, { kind: 'paid' }> & { readonly sent: Unanswered<Body> });

/** Sends what settles a sale until it is answered, always the same. */
export async function settleOnce<Body>(
  { name, what }: Settling,
  request: ToSend<Body>,
  send: (request: Unanswered<Body>) => Promise<SaleDetail>,
): Promise<Settled<Body>> {
  try {
    const { reply, sent } = await sendUntilAnswered(name, request, send);
    return { kind: 'paid', document: reply, sent };
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
