import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import type { Refused } from '../engine/queue';
import { quoteBody } from '../engine/sale-body';
import { type BasketStore, newBasket } from './basket-store';
import { device } from './database';

export type QuoteOutcome =
  | { readonly kind: 'saved'; readonly quote: QuoteDetail }
  | { readonly kind: 'refused'; readonly refused: Refused };

const offlineMessage =
  'The server cannot be reached, so the quote cannot be saved. Your basket is kept. Try again.';

/** Saves the basket as a quote or as the next revision of its quote. Nothing is sold. */
export async function saveQuote(
  store: BasketStore,
  total: Pence,
  validUntil: CalendarDate,
): Promise<QuoteOutcome> {
  const basket = store.basket.get();
  const body = quoteBody(basket, total, validUntil);
  const options = { idempotencyKey: basket.clientId, shownInPlace: true };
  try {
    const quote = basket.quote
      ? await request(quotes.revise, {
          ...options,
          params: { id: basket.quote.id },
          body: { ...body, version: basket.quote.version },
        })
      : await request(quotes.create, { ...options, body });
    if (basket.quote) await device.write({ ...store.entryOf(basket), value: undefined });
    else {
      const next = newBasket();
      await device.write(store.entryOf(next));
      store.show(next);
    }
    return { kind: 'saved', quote };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, errors, current } = error;
    return {
      kind: 'refused',
      refused: { status, message: status === 0 ? offlineMessage : message, errors, current },
    };
  }
}
