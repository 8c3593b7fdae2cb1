import { sql } from 'kysely';
import type { CountryCode } from '#domain/countries/country';
import { isAllowed } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import type { QuotedTerms, QuotedTermsLine } from '#domain/quotes/as-quoted';
import { canStep, quoteStateOn, type QuoteStatus } from '#domain/quotes/quote-state';
import { sales } from '#domain/sales/sale.contract';
import { recordAudit } from '../../kernel/audit';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, invalid } from '../../platform/http/refusal';

/** A quote locked until commit, with its agreed terms. */
export type LockedQuote = {
  readonly id: number;
  readonly number: string;
  readonly status: QuoteStatus;
  readonly valid_until: CalendarDate;
  readonly revision: number;
  readonly version: number;
  /** The current customer, after merges. */
  readonly customer: { readonly id: number; readonly name: string };
  /** The sale it became, for users who may see it. */
  readonly saleNumber: string | null;
  readonly deliveryCountry: CountryCode;
  readonly terms: QuotedTerms;
};

/** Whether the number of a quote's sale may be told: sellers find their sales at the till. */
export const canSeeSales = (actor: Actor): boolean => isAllowed(sales.get.access, actor);

type Locking = Pick<WriteContext, 'tx' | 'actor'>;

/** Locks a quote and reads its terms; undefined when it does not exist. */
export async function lockQuote({ tx, actor }: Locking, id: number): Promise<LockedQuote | undefined> {
  // Read after locking, to see what a concurrent transaction did.
  const locked = await sql`select from quotes where id = ${id} for update`.execute(tx);
  if (locked.rows.length === 0) return undefined;
  type Row = Omit<LockedQuote, 'terms' | 'saleNumber' | 'deliveryCountry'> & {
    sale_number: string | null;
    delivery_country: CountryCode;
    mode: PriceMode;
    cart_discount: Pence;
    lines: (Omit<QuotedTermsLine, 'quantity'> & { quantity: string })[];
  };
  const { rows } = await sql<Row>`
    select q.id, q.number, q.status, q.valid_until, q.revision, q.version, s.number as sale_number,
      jsonb_build_object('id', coalesce(c.merged_into_id, c.id), 'name', q.customer_name) as customer,
      r.delivery_country, r.price_mode as mode, r.cart_discount_pence as cart_discount,
      (select jsonb_agg(jsonb_build_object('productId', l.product_id, 'quantity', l.quantity::text,
          'unitPrice', l.unit_price_pence, 'lineDiscount', l.line_discount_pence) order by l.line_number)
        from quote_lines l where l.quote_id = q.id and l.revision = q.revision) as lines
    from quotes q join customers c on c.id = q.customer_id
      join quote_revisions r on r.quote_id = q.id and r.revision = q.revision
      left join sales s on s.id = q.sale_id
    where q.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { sale_number, delivery_country, mode, cart_discount, lines, ...quote } = row;
  return {
    ...quote,
    saleNumber: canSeeSales(actor) ? sale_number : null,
    deliveryCountry: delivery_country,
    terms: {
      mode,
      basketDiscount: cart_discount,
      lines: lines.map(line => ({ ...line, quantity: quantityFromText(line.quantity) })),
    },
  };
}

type InvoicedQuote = { readonly id: number; readonly revision?: number | undefined };

/** The quote to invoice, if allowed on that date. 409 with the reason, 422 when it does not exist. */
export async function lockQuoteToInvoice(
  ctx: Locking,
  { id, revision }: InvoicedQuote,
  date: CalendarDate,
): Promise<LockedQuote> {
  const quote = await lockQuote(ctx, id);
  if (!quote) throw invalid({ quote_id: 'This quote no longer exists. Complete the sale without it.' });
  const { number, status, valid_until: validUntil, saleNumber } = quote;
  const state = quoteStateOn({ status, validUntil }, date);
  ensure(canStep('invoice', { number, state, validUntil, saleNumber }));
  if (revision !== undefined && revision !== quote.revision)
    throw conflict(`${number} was revised meanwhile. Load it again.`);
  return quote;
}

/** The quote of a sale, locked while the sale is edited. */
export async function lockQuoteOf(ctx: Locking, saleId: number): Promise<LockedQuote | undefined> {
  const { rows } = await sql<{ id: number }>`select id from quotes where sale_id = ${saleId}`.execute(ctx.tx);
  return rows[0] && lockQuote(ctx, rows[0].id);
}

export function ensureSameCustomer(quote: LockedQuote, buyerId: number): void {
  if (quote.customer.id !== buyerId)
    throw invalid({
      customer_id: `${quote.number} is for ${quote.customer.name}. Choose this customer or sell without the quote.`,
    });
}

/** Marks the quote as invoiced by this sale. An edited sale passes it to its replacement. */
export async function markInvoiced(
  ctx: WriteContext,
  quote: LockedQuote,
  sale: { readonly id: number; readonly number: string },
): Promise<void> {
  await sql`
    update quotes set status = 'invoiced', sale_id = ${sale.id}, version = version + 1, updated_at = ${ctx.now}
    where id = ${quote.id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'invoiced',
    recordType: 'quote',
    recordId: quote.id,
    recordName: quote.number,
    after: { sale: sale.number },
  });
}

/** Reopens the quote of a cancelled sale (rule L6). Locked after the sale. */
export async function releaseQuote(
  ctx: WriteContext,
  sale: { readonly id: number; readonly number: string },
): Promise<void> {
  const { rows } = await sql<{ id: number; number: string }>`
    update quotes set status = 'open', sale_id = null, version = version + 1, updated_at = ${ctx.now}
    where sale_id = ${sale.id} returning id, number`.execute(ctx.tx);
  for (const { id, number } of rows)
    recordAudit(ctx, {
      action: 'reopened',
      recordType: 'quote',
      recordId: id,
      recordName: number,
      after: { cancelled: sale.number },
    });
}
