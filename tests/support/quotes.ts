import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import type { Database } from '../../server/platform/database/open-database';
import type { SaleSent } from './shop';
import type { Caller } from './test-app';

export type QuoteSent = BodySent<typeof quotes.create>;

/** A quote as the sales desk sends it. */
export const quoteSent = (
  customerId: number,
  lines: QuoteSent['lines'],
  total: number,
  more: Partial<QuoteSent> = {},
): QuoteSent => ({
  client_id: randomUUID(),
  customer_id: customerId,
  lines,
  expected_total: poundsFromPence(total),
  ...more,
});

/** Saves a quote, and fails the test when that is refused. */
export async function quoted(who: Caller, body: QuoteSent): Promise<QuoteDetail> {
  const { reply, refusal } = await who.call(quotes.create, { body });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** The sale of a quote, exactly as offered, paid by card. */
export const saleOfQuote = (quote: QuoteDetail, more: Partial<SaleSent> = {}): SaleSent => ({
  client_id: randomUUID(),
  channel: 'desk',
  customer_id: quote.customer.id,
  price_mode: quote.price_mode,
  lines: quote.lines.map(line => ({
    product_id: line.product.id,
    quantity: String(line.quantity / 1000),
    unit_price: poundsFromPence(line.unit_price),
    ...(line.line_discount > 0 ? { discount_amount: poundsFromPence(line.line_discount) } : {}),
  })),
  ...(quote.cart_discount > 0 ? { discount_amount: poundsFromPence(quote.cart_discount) } : {}),
  expected_total: poundsFromPence(quote.gross),
  tenders: quote.gross === 0 ? [] : [{ method: 'credit_card', tendered: poundsFromPence(quote.gross) }],
  quote_id: quote.id,
  ...more,
});

/** Invoices a quote, and fails the test when that is refused. */
export async function invoiced(who: Caller, quote: QuoteDetail): Promise<SaleDetail> {
  const { reply, refusal } = await who.call(sales.complete, { body: saleOfQuote(quote) });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** Makes a quote some days older: a one-month quote expires after 31. */
export const agedQuote = (db: Database, { id }: { readonly id: number }, days = 31): Promise<unknown> =>
  sql`update quotes set quoted_on = quoted_on - ${days}::int, valid_until = valid_until - ${days}::int where id = ${id}`.execute(
    db,
  );
