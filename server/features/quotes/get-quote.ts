import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import type { RuleResult } from '#domain/kernel/rule-result';
import type { QuoteDetail, QuoteLine, QuoteShown } from '#domain/quotes/quote.contract';
import { canStep, type QuoteStep } from '#domain/quotes/quote-state';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { ReadContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { amountsByRate, canSeeSales, findRelatedSale } from '../sales';
import { stateOf } from './quotes.queries';

type LineRow = Omit<QuoteLine, 'quantity'> & { quantity: string };
type RevisionRow = Omit<QuoteDetail['revisions'][number], 'saved_at'> & { saved_at: string };
type Row = Omit<QuoteDetail, 'lines' | 'by_rate' | 'revisions' | 'can'> & {
  lines: LineRow[];
  revisions: RevisionRow[];
};

type Looking = Pick<ReadContext, 'actor' | 'now'>;

/**
 * A quote with all details, or one of its earlier revisions; the sale it became only for users who may see that.
 * 404 when it does not exist.
 */
export async function getQuote(
  db: Reader,
  id: number,
  { actor, now }: Looking,
  revision?: number,
): Promise<QuoteDetail> {
  const { rows } = await sql<Row>`${preparedStatement}
    select q.id, q.number, r.revision, r.quoted_on,
      case when r.revision = q.revision then q.valid_until else r.valid_until end as valid_until,
      ${stateOf(londonDate(now))} as state, q.version,
      jsonb_build_object('id', r.customer_id, 'name', r.customer_name) as customer, r.customer_reference,
      u.name as quoted_by,
      case when s.id is not null then jsonb_build_object('id', s.id, 'number', s.number) end as sale,
      r.net_pence as net, r.vat_pence as vat, r.gross_pence as gross, r.price_mode, r.customer_address,
      r.customer_vat_number, r.seller,
      (select k.email from customers k where k.id = coalesce(c.merged_into_id, c.id)) as customer_email, r.line_discount_pence as line_discounts,
      r.cart_discount_pence as cart_discount, r.discount_reason, r.delivery_address, r.delivery_country, r.notes,
      ${linesOf} as lines, ${revisionsOf} as revisions
    from quotes q join quote_revisions r on r.quote_id = q.id
      and r.revision = ${revision === undefined ? sql`q.revision` : sql`${revision}`}
      join customers c on c.id = r.customer_id join users u on u.id = r.saved_by left join sales s on s.id = q.sale_id
    where q.id = ${id}`.execute(db);
  const { lines: lineRows, revisions, ...found } = ensureFound(rows[0], 'Quote');
  const head = canSeeSales(actor) ? found : { ...found, sale: null };
  const lines = lineRows.map(row => ({ ...row, quantity: quantityFromText(row.quantity) }));
  return {
    ...head,
    lines,
    by_rate: amountsByRate(
      lines.map(({ vat_code, vat_percent, ...line }) => ({ ...line, vatCode: vat_code, rate: vat_percent })),
    ).map(({ code, rate, ...amounts }) => ({ vat_code: code, vat_percent: rate, ...amounts })),
    revisions: revisions.map(row => ({ ...row, saved_at: new Date(row.saved_at) })),
    can: steps(head),
  };
}

/** A quote with the sale it became, if the user may see that. 404 when it does not exist. */
export async function showQuote({ db, ...looking }: ReadContext, id: number): Promise<QuoteShown> {
  const quote = await getQuote(db, id, looking);
  return {
    ...quote,
    invoice: quote.sale && (await findRelatedSale(db, quote.sale.id, looking.now)),
  };
}

const linesOf = sql`(
  select coalesce(jsonb_agg(to_jsonb(line) order by line_number), '[]') from (
    select line_number, jsonb_build_object('id', product_id, 'sku', sku,
        'vat_code', (select p.vat_code from products p where p.id = product_id)) as product, description, unit, quantity::text,
      list_price_pence as list_price, unit_price_pence as unit_price, price_reason, has_typed_price, has_typed_discount,
      amount_pence as amount, line_discount_pence as line_discount, discount_reason, cart_discount_pence as cart_discount,
      vat_code, (vat_rate * 100)::integer as vat_percent, net_pence as net, vat_pence as vat, gross_pence as gross, note
    from quote_lines where quote_id = r.quote_id and revision = r.revision) line)`;

const revisionsOf = sql`(
  select jsonb_agg(jsonb_build_object('revision', o.revision, 'valid_until', o.valid_until, 'lines', o.line_count,
    'gross', o.gross_pence, 'saved_by', w.name, 'saved_at', o.saved_at) order by o.revision desc)
  from quote_revisions o join users w on w.id = o.saved_by where o.quote_id = q.id)`;

/** The steps allowed now, for the buttons on its page. */
function steps({ number, state, valid_until, sale }: Omit<Row, 'lines' | 'revisions'>): QuoteDetail['can'] {
  const quote = { number, state, validUntil: valid_until, saleNumber: sale?.number ?? null };
  const may = (step: QuoteStep) => shown(canStep(step, quote));
  return {
    send: may('send'),
    accept: may('accept'),
    decline: may('decline'),
    reopen: may('reopen'),
    confirm: may('confirm'),
    revise: may('revise'),
    invoice: may('invoice'),
  };
}

const shown = (result: RuleResult) =>
  result.allowed ? { allowed: true } : { allowed: false, reason: result.reason };
