import { sql } from 'kysely';
import type { CountryCode } from '#domain/countries/country';
import type { CalendarDate } from '#domain/kernel/dates';
import type { QuoteWrite } from '#domain/quotes/quote.contract';
import type { WriteContext } from '../../platform/http/context';
import { type Buyer, type PricedSaleBasket, hasTypedDiscount, hasTypedPrice, lineRow } from '../sales';

/** A complete revision: customer, lines, amounts and validity. */
export type RevisionToStore = PricedSaleBasket & {
  readonly buyer: Buyer;
  readonly validUntil: CalendarDate;
  readonly deliveryCountry: CountryCode;
};

type Place = {
  readonly id: number;
  readonly revision: number;
  readonly hash: string;
  readonly today: CalendarDate;
};

/** Writes the content of the document, which never changes. */
export async function insertRevision(
  ctx: WriteContext,
  { id, revision, hash, today }: Place,
  body: QuoteWrite,
  { buyer, calculated, terms, validUntil, deliveryCountry, lines }: RevisionToStore,
): Promise<void> {
  await sql`
    insert into quote_revisions (quote_id, revision, client_id, client_hash, quoted_on, valid_until, customer_id, customer_name,
      customer_address, customer_vat_number, customer_reference, delivery_address, delivery_country, notes, seller, price_mode, line_count,
      line_discount_pence, cart_discount_pence, discount_reason, net_pence, vat_pence, gross_pence, saved_by, saved_at)
    values (${id}, ${revision}, ${body.client_id}, ${hash}, ${today}, ${validUntil}, ${buyer.id}, ${buyer.name},
      ${buyer.address}, ${buyer.vat_number}, ${body.customer_reference ?? null}, ${body.delivery_address ?? null}, ${deliveryCountry},
      ${body.notes ?? null}, ${JSON.stringify(terms.seller)}::jsonb, ${body.price_mode}, ${lines.length},
      ${calculated.lineDiscounts}, ${calculated.basketDiscount}, ${body.discount_reason ?? null}, ${calculated.net}, ${calculated.vat},
      ${calculated.gross}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
  const rows = lines.map((line, index) => ({
    ...lineRow(line, index),
    has_typed_price: hasTypedPrice(body.lines[index]),
    has_typed_discount: hasTypedDiscount(body.lines[index]),
  }));
  await sql`
    insert into quote_lines (quote_id, revision, line_number, product_id, sku, description, unit, quantity, list_price_pence,
      unit_price_pence, price_reason, has_typed_price, has_typed_discount, amount_pence, line_discount_pence, discount_reason,
      cart_discount_pence, vat_code, vat_rate, net_pence, vat_pence, gross_pence, note)
    select ${id}, ${revision}, line_number, product_id, sku, description, unit, quantity, list_price_pence, unit_price_pence,
      price_reason, has_typed_price, has_typed_discount, amount_pence, line_discount_pence, discount_reason,
      cart_discount_pence, vat_code, rate_hundredths / 100.0, net_pence, vat_pence, gross_pence, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (line_number integer, product_id bigint, sku text,
      description text, unit text, quantity numeric, list_price_pence bigint, unit_price_pence bigint, price_reason text,
      has_typed_price boolean, has_typed_discount boolean, amount_pence bigint, line_discount_pence bigint,
      discount_reason text, cart_discount_pence bigint, vat_code text, rate_hundredths integer, net_pence bigint,
      vat_pence bigint, gross_pence bigint, note text)`.execute(ctx.tx);
}
