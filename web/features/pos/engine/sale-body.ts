import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { percentage } from '#domain/kernel/percent';
import { textFromQuantity, wholeUnits } from '#domain/kernel/quantity';
import type { sales } from '#domain/sales/sale.contract';
import type { Basket, BasketLine, OpenedQuote } from './basket';
import type { EnteredTender } from './pay';

/** A sale as sent, and as stored until it has been answered. */
export type SaleSent = BodySent<typeof sales.complete>;

export type SaleTerms = {
  readonly channel: 'till' | 'desk';
  readonly sessionId: number | null;
  readonly total: Pence;
  readonly entered: readonly EnteredTender[];
  readonly soldAt: Date;
  readonly wasOffline: boolean;
};

const blank = (text: string) => (text.trim() === '' ? null : text.trim());
const one = wholeUnits(1);

const discountFields = (discount: Discount | null, reason: string) => {
  if (discount === null) return {};
  const discount_reason = blank(reason);
  return discount.kind === 'amount'
    ? { discount_amount: poundsFromPence(discount.pence), discount_reason }
    : { discount_percent: z.encode(percentage, discount.hundredths), discount_reason };
};

const goodsOf = (line: BasketLine) => ({
  product_id: line.productId,
  quantity: textFromQuantity(line.quantity),
  ...(line.factor === one ? {} : { factor: textFromQuantity(line.factor) }),
});

/** The contents of a voided basket without manual discounts. The server calculates its value. */
export const voidedGoods = ({ lines, mode, customer }: Basket) => ({
  lines: lines.map(goodsOf),
  price_mode: mode,
  customer_id: customer?.id ?? null,
});

const lineFields = (line: BasketLine) => ({
  ...goodsOf(line),
  ...(line.unitPrice === null
    ? {}
    : { unit_price: poundsFromPence(line.unitPrice), price_reason: blank(line.priceReason) }),
  ...discountFields(line.discount, line.discountReason),
  note: blank(line.note),
});

/** The fields every kind of basket has. */
const basketBody = (basket: Basket, total: Pence) => ({
  client_id: basket.clientId,
  price_mode: basket.mode,
  lines: basket.lines.map(lineFields),
  ...discountFields(basket.discount, basket.discountReason),
  expected_total: poundsFromPence(total),
  customer_reference: blank(basket.customerReference),
  delivery_address: blank(basket.deliveryAddress),
  ...(basket.deliveryCountry === undefined ? {} : { delivery_country: basket.deliveryCountry }),
  notes: blank(basket.notes),
  approvals: [...basket.approvals],
});

const quoteFields = ({ id, revision }: OpenedQuote) => ({
  quote_id: id,
  ...(revision === undefined ? {} : { quote_revision: revision }),
});

/** The body of a sale. The same basket paid the same way gives the same body every time. */
export const saleBody = (basket: Basket, terms: SaleTerms): SaleSent => ({
  ...basketBody(basket, terms.total),
  channel: terms.channel,
  session_id: terms.sessionId,
  customer_id: basket.customer?.id ?? null,
  tenders: terms.entered.map(({ method, tendered, reference }) => ({
    method,
    tendered: poundsFromPence(tendered),
    reference: blank(reference),
  })),
  sold_at: terms.soldAt.toISOString(),
  was_offline: terms.wasOffline,
  held_basket_id: basket.held?.id ?? null,
  ...(basket.quote?.use === 'invoice' ? quoteFields(basket.quote) : {}),
});

/** The body of a quote or of its next revision. */
export const quoteBody = (basket: Basket, total: Pence, validUntil: CalendarDate) => ({
  ...basketBody(basket, total),
  customer_id: basket.customer?.id ?? null,
  valid_until: validUntil,
});
