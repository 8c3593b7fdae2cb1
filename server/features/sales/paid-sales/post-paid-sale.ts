import { sql } from 'kysely';
import { addDays, formatMoment, londonDate } from '#domain/kernel/dates';
import { sum } from '#domain/kernel/money';
import { formatQuantity, quantityFromText } from '#domain/kernel/quantity';
import { approvalsBeyondQuote, chargedAsQuoted } from '#domain/quotes/as-quoted';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import { recordSpent } from '../../../kernel/approvals';
import type { WriteContext } from '../../../platform/http/context';
import { Refusal } from '../../../platform/http/refusal';
import {
  chargedLines,
  countryOfPaidSale,
  exportDeviations,
  paidLines,
  priceByList,
  priceDeviations,
} from './paid-sale-lines';
import { settlePaidSale, unapproved } from './paid-sale-money';
import { type Cashier, findCashier, findPaidBuyer, findSender, rightsOfBoth } from './paid-sale-people';
import { sessionOfPaidSale } from './paid-sale-session';
import { dateOfPaidSale, validateTime } from './paid-sale-time';
import { type PostedSale, postSale } from '../post-sale';
import { auditSale } from '../record-sale-audit';
import { type LockedQuote, lockQuoteToInvoice, markInvoiced } from '../quoted-sale';
import { type Deviation, noteReceiptNumber, raiseExceptions } from './sale-exceptions';
import { loadSaleProducts } from '../sale-products';
import type { LineToPost, SaleToPost } from '../sale-to-post';
import { findSellingTerms } from '../selling-terms';
import { settleHeldBasket } from '../settle-held-basket';
import { manualOverridesOf } from '../manual-overrides';

/**
 * Posts a sale already paid at a till, whatever has since changed in stock, prices, products, customers,
 * users or the clock (decision 067). Each deviation is listed for a manager. Only refuses figures that do not
 * add up. A sale that was kept is judged by when it arrived and who sent it. Locks as `sell` does.
 */
export async function postPaidSale(
  ctx: WriteContext,
  body: PaidSaleWrite,
  hash: string,
  { receivedAt, sentBy }: Arrival = { receivedAt: ctx.now, sentBy: ctx.actor.id },
): Promise<PostedSale> {
  const session = await sessionOfPaidSale(ctx, body);
  const known = { sentAt: body.sent_at, openedAt: session.openedAt };
  const time = validateTime({ now: receivedAt, soldAt: body.sold_at ?? receivedAt, ...known });
  const date = await dateOfPaidSale(ctx.tx, ctx.now, { soldAt: time.soldAt, receivedAt, ...known });
  const { cashier, ...seller } = await findCashier(ctx, body.sold_by);
  const sender = await findSender(ctx, sentBy);
  const asked = await quoteOf(ctx, body);
  const { buyer, ...bought } = await findPaidBuyer(ctx.tx, body);
  const quote = ofSameCustomer(asked, body, buyer);
  const soldOn = londonDate(time.soldAt);
  const parties = { cashier, sender, buyer, soldOn, quote: quote.quote, receivedAt };
  const decided = await pricePaidSale(ctx, body, parties);
  const { terms, totals } = decided;
  const paid = await settlePaidSale(ctx, {
    body,
    buyer,
    gross: totals.gross,
    rights: decided.rights,
    cashier: decided.seller,
  });
  const sale: SaleToPost = {
    ...sentWith(body),
    clientHash: hash,
    sessionId: session.sessionId,
    customer: buyer,
    ledger: paid.ledger,
    seller: terms.seller,
    businessDate: date.businessDate,
    taxPoint: date.taxPoint,
    dateReason: date.dateReason,
    dueOn: paid.onAccount > 0 ? addDays(date.businessDate, buyer.payment_terms_days) : date.businessDate,
    lines: decided.lines,
    ...totals,
    tenders: paid.tenders,
    onAccount: paid.onAccount,
    change: paid.change,
    deliveryCountry: decided.deliveryCountry,
    replacesId: null,
    quoteId: quote.quote?.id ?? null,
    wasOffline: true,
    soldAt: time.soldAt,
    paid: {
      soldBy: cashier.id,
      sentBy: cashier.id === sender.id ? null : sender.id,
      tillTime: time.tillTime,
    },
  };
  const posted = await postSale(ctx, sale);
  await recordSpent(ctx, { type: 'sale', id: posted.id }, decided.approved);
  await noteReceiptNumber(ctx, posted, sale);
  if (quote.quote) await markInvoiced(ctx, quote.quote, posted);
  await settleHeldBasket(ctx, body, posted);
  const found = [decided, paid, seller, bought, quote, time, date, session].flatMap(part => part.deviations);
  const deviations = [
    ...(await soldBelowZero(ctx, decided.lines)),
    ...(await countedBeforeArrival(ctx, decided.lines, time.soldAt)),
    ...found,
  ];
  await raiseExceptions(ctx, { saleId: posted.id }, deviations);
  auditSale(ctx, posted, sale, body, factsOfPaidSale(ctx, sale, cashier, deviations));
  return posted;
}

/** What is stored of a sale as it was sent. */
const sentWith = (body: PaidSaleWrite) => ({
  clientId: body.client_id,
  channel: body.channel,
  mode: body.price_mode,
  discountReason: body.discount_reason ?? null,
  customerReference: body.customer_reference ?? null,
  deliveryAddress: body.delivery_address ?? null,
  notes: body.notes ?? null,
  deviceId: body.device_id ?? null,
  receiptNumber: body.receipt_number ?? null,
});

/** When a paid sale arrived at the server, and from whom. */
type Arrival = { readonly receivedAt: Date; readonly sentBy: number };

type SaleParties = {
  readonly sender: Cashier;
  readonly cashier: Cashier;
  readonly buyer: Awaited<ReturnType<typeof findPaidBuyer>>['buyer'];
  readonly soldOn: string;
  readonly quote: LockedQuote | undefined;
  readonly receivedAt: Date;
};

/** The lines as charged, with deviations from what a live sale would allow. */
async function pricePaidSale(
  ctx: WriteContext,
  body: PaidSaleWrite,
  { cashier, sender, buyer, soldOn, quote, receivedAt }: SaleParties,
) {
  const products = await loadSaleProducts(ctx.tx, body.lines);
  const deliveryCountry = countryOfPaidSale(body, quote?.deliveryCountry ?? buyer.delivery_country);
  const priced = await priceByList(ctx, body, { buyer, date: soldOn, deliveryCountry });
  const listed = priced?.calculated ?? null;
  const terms = await findSellingTerms(ctx.tx, cashier, soldOn);
  const rights = rightsOfBoth(terms, sender);
  const context = {
    listed,
    products,
    isRegistered: terms.isRegistered,
    date: soldOn,
    deliveryCountry,
  };
  const { lines, deviations } = paidLines(body, chargedLines(body, listed), context);
  const agreed = quote?.terms ?? null;
  const needs = priced
    ? approvalsBeyondQuote(
        {
          mode: body.price_mode,
          sale: priced.calculated,
          typed: manualOverridesOf({ body, ...priced, buyer, products }, null),
          rights,
        },
        agreed,
      )
    : [];
  const seller = cashier.id === sender.id ? cashier.name : `${cashier.name} (sent by ${sender.name})`;
  const nameOf = (id: number) => products.get(id)?.name ?? 'a product';
  const { approved, deviations: needed } = await unapproved(ctx, body, {
    needs,
    nameOf,
    cashier: seller,
    arrivedAt: receivedAt,
  });
  return {
    terms,
    rights,
    seller,
    lines,
    totals: totalsOf(lines),
    deliveryCountry,
    approved,
    deviations: [
      ...priceDeviations(lines, listed, soldOn, chargedAsQuoted(body.price_mode, lines, agreed)),
      ...needed,
      ...exportDeviations(priced, deliveryCountry),
      ...deviations,
    ],
  };
}

const totalsOf = (lines: readonly LineToPost[]) => ({
  lineDiscounts: sum(lines.map(line => line.lineDiscount)),
  basketDiscount: sum(lines.map(line => line.basketDiscount)),
  net: sum(lines.map(line => line.net)),
  vat: sum(lines.map(line => line.vat)),
  gross: sum(lines.map(line => line.gross)),
});

/** The quote it was made from, if that can still be invoiced. */
async function quoteOf(
  ctx: WriteContext,
  { quote_id, quote_revision: revision }: PaidSaleWrite,
): Promise<{ quote: LockedQuote | undefined; deviations: readonly Deviation[] }> {
  if (quote_id == null) return { quote: undefined, deviations: [] };
  try {
    const quote = await lockQuoteToInvoice(ctx, { id: quote_id }, londonDate(ctx.now));
    if (revision === undefined || revision === quote.revision) return { quote, deviations: [] };
    const words = `${quote.number} was revised before this sale arrived. Posted without the quote, which is still open.`;
    return { quote: undefined, deviations: [{ kind: 'quote', words, amount: null }] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { quote: undefined, deviations: [{ kind: 'quote', words: error.message, amount: null }] };
  }
}

/** Another customer's quote agrees nothing with this one, and stays open. */
function ofSameCustomer(
  found: Awaited<ReturnType<typeof quoteOf>>,
  { customer_id }: PaidSaleWrite,
  buyer: SaleParties['buyer'],
): Awaited<ReturnType<typeof quoteOf>> {
  const { quote } = found;
  // An erased customer's sale is posted to the walk-in customer, and is from the quote all the same.
  if (!quote || quote.customer.id === buyer.id || quote.customer.id === customer_id) return found;
  const words = `${quote.number} is for another customer. Posted without the quote, which is still open.`;
  return { quote: undefined, deviations: [...found.deviations, { kind: 'quote', words, amount: null }] };
}

/** Goods the stock policy would have refused. They have already left the shop. */
async function soldBelowZero(ctx: WriteContext, lines: readonly LineToPost[]): Promise<Deviation[]> {
  const ids = lines.filter(({ isStock }) => isStock).map(({ productId }) => productId);
  const { rows } = await sql<{ name: string; quantity: string }>`
    select p.name, s.quantity::text as quantity from stock_pools s join products p on p.id = s.product_id
    where s.product_id = any(${ids}::bigint[]) and s.quantity < 0 and not s.may_go_negative order by p.id`.execute(
    ctx.tx,
  );
  return rows.map(({ name, quantity }) => ({
    kind: 'stock',
    words: `${name} was sold when out of stock: ${formatQuantity(quantityFromText(quantity)).replace('-', '−')} in stock.`,
    amount: null,
  }));
}

/** Goods that had left the shop when they were counted, while stock still included them (rule I8). */
async function countedBeforeArrival(
  ctx: WriteContext,
  lines: readonly LineToPost[],
  soldAt: Date,
): Promise<Deviation[]> {
  const ids = lines.filter(({ isStock }) => isStock).map(({ productId }) => productId);
  const { rows } = await sql<{ name: string; number: string; counted_at: Date; is_posted: boolean }>`
    select distinct on (p.id) p.name, c.number, l.counted_at, c.status = 'posted' as is_posted
    from stock_count_lines l join stock_counts c on c.id = l.stock_count_id and c.status in ('counting', 'posted')
      join products p on p.id = l.product_id
    where l.product_id = any(${ids}::bigint[]) and l.counted_at > ${soldAt}
      -- What a reversed stocktake took for missing is back in stock.
      and not exists (select from stock_adjustments a where a.reverses_count_id = c.id)
    -- A later count started from stock that the first had corrected.
    order by p.id, c.status = 'posted' desc, l.counted_at`.execute(ctx.tx);
  return rows.map(({ name, number, counted_at, is_posted }) => ({
    kind: 'counted',
    words: `${name} was counted on ${formatMoment(counted_at)} in ${number}, before this sale arrived, so the stocktake ${is_posted ? 'took what was sold for missing. Correct its stock.' : 'takes what was sold for missing. Count it again.'}`,
    amount: null,
  }));
}

/** What the audit log says of a sale that was sent later. */
const factsOfPaidSale = (
  ctx: WriteContext,
  sale: SaleToPost,
  cashier: Cashier,
  deviations: readonly Deviation[],
) => ({
  sold_offline: true,
  ...(sale.receiptNumber ? { receipt: sale.receiptNumber } : {}),
  ...(cashier.id === ctx.actor.id ? {} : { sold_by: cashier.name }),
  ...(deviations.length > 0 ? { exceptions: deviations.map(({ words }) => words) } : {}),
});
