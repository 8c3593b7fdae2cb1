import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request } from '../../../platform/api';
import type { Refused } from '../engine/queue';
import { quoteBody } from '../engine/sale-body';
import type { BasketStore } from './basket-store';
import { settlingQuote } from './open-request';
import type { Payment } from './pay-basket';
import { refusedBy } from './settle-once';
import { type Again, isAnswered, mayBeRecorded, sendUntilAnswered } from './unanswered';

export type QuoteOutcome =
  | { readonly kind: 'saved'; readonly quote: QuoteDetail }
  | { readonly kind: 'refused'; readonly refused: Refused };

const offline = 'The server cannot be reached, so the quote cannot be saved. Your basket is kept. Try again.';

/** Saves the basket as a quote or as the next revision of its quote. Nothing is sold. */
export async function saveQuote(
  store: BasketStore,
  total: Pence,
  { validUntil, user }: { readonly validUntil: CalendarDate; readonly user: Payment['user'] },
): Promise<QuoteOutcome> {
  const basket = store.basket.get();
  const { quote: opened } = basket;
  const { name, what } = settlingQuote(basket);
  const written = quoteBody(basket, total, validUntil);
  const settles = store.placeOf(basket);
  const again: Again = opened
    ? {
        what: `Change of ${opened.number} to ${formatPounds(total)}`,
        call: 'revision',
        id: opened.id,
        sent: { ...written, version: opened.version },
        basket: settles,
      }
    : { what: `Quote of ${formatPounds(total)}`, call: 'quote', basket: settles };
  try {
    const { reply: quote, sent } = await sendUntilAnswered(
      name,
      { body: written, sentBy: user, key: basket.clientId, again, offline },
      ({ body, key: idempotencyKey }) => {
        const options = { idempotencyKey, shownInPlace: true };
        return opened
          ? request(quotes.revise, {
              ...options,
              params: { id: opened.id },
              body: { ...body, version: opened.version },
            })
          : request(quotes.create, { ...options, body });
      },
    );
    if (opened) await store.forget();
    else await store.startNext(sent.again?.basket ?? settles);
    return { kind: 'saved', quote };
  } catch (error) {
    const doubt = isAnswered(name) ? null : mayBeRecorded(what);
    return { kind: 'refused', refused: refusedBy(error, doubt) };
  }
}
