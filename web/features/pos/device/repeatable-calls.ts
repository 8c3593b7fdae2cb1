import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tills } from '#domain/tills/till.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';

/** The calls that are sent until they are answered, by the names that the device stores. */
export const repeatableCalls = {
  payment: tillPayments.take,
  refund: sales.refund,
  exchange: sales.exchange,
  edit: sales.replace,
  quote: quotes.create,
  revision: quotes.revise,
  hold: heldBaskets.hold,
  void: tills.basketVoided,
} as const;
export type RepeatableCall = keyof typeof repeatableCalls;
