import { sql } from 'kysely';
import { addDays, formatMoment, londonDate } from '#domain/kernel/dates';
import { formatPounds, sum } from '#domain/kernel/money';
import { formatQuantity, quantityFromText } from '#domain/kernel/quantity';
import { approvalsBeyondQuote } from '#domain/quotes/as-quoted';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import { recordSpent } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';
import { manualChanges } from './price-sale-basket';
import {
  chargedLines,
  countryOfPaidSale,
  exportDeviations,
  paidLines,
  priceByList,
  priceDeviations,
} from './paid-sale-lines';
import { settlePaidSale, unapproved } from './paid-sale-money';
import { findCashier, findPaidBuyer } from './paid-sale-people';
import { sessionOfPaidSale } from './paid-sale-session';
import { dateOfPaidSale, validateTime } from './paid-sale-time';
import { type PostedSale, postSale } from './post-sale';
import { type HeldQuote, lockQuoteToInvoice, markInvoiced } from './quoted-sale';
import { type Deviation, noteRepeatedReceipt, raiseExceptions } from './sale-exceptions';
import { loadSaleProducts } from './sale-products';
import type { LineToPost, SaleToPost } from './sale-to-post';
import { findSellingTerms } from './selling-terms';
import { settleHeldBasket } from './settle-held-basket';
import { manualOverridesOf } from './manual-overrides';

/**
 * Posts a sale already paid at a till, whatever has since changed in stock, prices, products, customers,
 * users or the clock (decision 067). Each deviation is listed for a manager. Only refuses figures that do not
 * add up. A sale that was kept is judged by the clock of `receivedAt`, when it arrived. Locks as `sell` does.
 */
export async function bookPaidSale(
  ctx: WriteContext,
  body: PaidSaleWrite,
  hash: string,
  receivedAt: Date = ctx.now,
): Promise<PostedSale> {
  const session = await sessionOfPaidSale(ctx, body);
  const known = { sentAt: body.sent_at, openedAt: session.openedAt };
  const time = validateTime({ now: receivedAt, soldAt: body.sold_at ?? receivedAt, ...known });
  const date = await dateOfPaidSale(ctx.tx, ctx.now, { soldAt: time.soldAt, receivedAt, ...known });
  const { cashier, ...seller } = await findCashier(ctx, body.sold_by);
  const quote = await quoteOf(ctx, body);
  const { buyer, ...bought } = await findPaidBuyer(ctx.tx, body);
  const soldOn = londonDate(time.soldAt);
  const decided = await pricePaidSale(ctx, body, { cashier, buyer, soldOn, quote: quote.quote });
  const { terms, totals } = decided;
  const paid = await settlePaidSale(ctx, { body, buyer, gross: totals.gross, rights: terms.rights });
  const sale: SaleToPost = {
    clientId: body.client_id,
    clientHash: hash,
    channel: body.channel,
    sessionId: session.sessionId,
    customer: buyer,
    ledger: paid.ledger,
    seller: terms.seller,
    mode: body.price_mode,
    businessDate: date.businessDate,
    taxPoint: date.taxPoint,
    dateReason: date.dateReason,
    dueOn: paid.onAccount > 0 ? addDays(date.businessDate, buyer.payment_terms_days) : date.businessDate,
    lines: decided.lines,
    ...totals,
    discountReason: body.discount_reason ?? null,
    tenders: paid.tenders,
    onAccount: paid.onAccount,
    change: paid.change,
    customerReference: body.customer_reference ?? null,
    deliveryAddress: body.delivery_address ?? null,
    deliveryCountry: decided.deliveryCountry,
    notes: body.notes ?? null,
    replacesId: null,
    quoteId: quote.quote?.id ?? null,
    wasOffline: true,
    soldAt: time.soldAt,
    deviceId: body.device_id ?? null,
    receiptNumber: body.receipt_number ?? null,
    paid: {
      soldBy: cashier.id,
      sentBy: cashier.id === ctx.actor.id ? null : ctx.actor.id,
      tillTime: time.tillTime,
    },
  };
  const posted = await postSale(ctx, sale);
  await recordSpent(ctx, { type: 'sale', id: posted.id }, decided.approved);
  await noteRepeatedReceipt(ctx, posted, sale);
  if (quote.quote) await markInvoiced(ctx, quote.quote, posted);
  if (body.held_basket_id != null) await settleHeldBasket(ctx, body.held_basket_id);
  const found = [decided, paid, seller, bought, quote, time, date, session].flatMap(part => part.deviations);
  const deviations = [
    ...(await soldBelowZero(ctx, decided.lines)),
    ...(await countedBeforeArrival(ctx, decided.lines, time.soldAt)),
    ...found,
  ];
  await raiseExceptions(ctx, { saleId: posted.id }, deviations);
  noteSale(ctx, body, { posted, sale, cashier: cashier.name, deviations });
  return posted;
}

type SaleParties = {
  readonly cashier: Awaited<ReturnType<typeof findCashier>>['cashier'];
  readonly buyer: Awaited<ReturnType<typeof findPaidBuyer>>['buyer'];
  readonly soldOn: string;
  readonly quote: HeldQuote | undefined;
};

/** The lines as charged, with deviations from what a live sale would allow. */
async function pricePaidSale(
  ctx: WriteContext,
  body: PaidSaleWrite,
  { cashier, buyer, soldOn, quote }: SaleParties,
) {
  const products = await loadSaleProducts(ctx.tx, body.lines);
  const deliveryCountry = countryOfPaidSale(body, quote?.deliveryCountry ?? buyer.delivery_country);
  const priced = await priceByList(ctx, body, { buyer, date: soldOn, deliveryCountry });
  const listed = priced?.calculated ?? null;
  const terms = await findSellingTerms(ctx.tx, cashier, soldOn);
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
          rights: terms.rights,
        },
        agreed,
      )
    : [];
  const nameOf = (id: number) => products.get(id)?.name ?? 'a product';
  const { approved, deviations: needed } = await unapproved(ctx, body, {
    needs,
    nameOf,
    cashier: cashier.name,
  });
  return {
    terms,
    lines,
    totals: totalsOf(lines),
    deliveryCountry,
    approved,
    deviations: [
      ...(agreed ? [] : priceDeviations(lines, listed, soldOn)),
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
  { quote_id }: PaidSaleWrite,
): Promise<{ quote: HeldQuote | undefined; deviations: readonly Deviation[] }> {
  if (quote_id == null) return { quote: undefined, deviations: [] };
  try {
    return { quote: await lockQuoteToInvoice(ctx, quote_id, londonDate(ctx.now)), deviations: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { quote: undefined, deviations: [{ kind: 'quote', words: error.message, amount: null }] };
  }
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

type Noted = {
  readonly posted: PostedSale;
  readonly sale: SaleToPost;
  readonly cashier: string;
  readonly deviations: readonly Deviation[];
};

function noteSale(
  ctx: WriteContext,
  body: PaidSaleWrite,
  { posted, sale, cashier, deviations }: Noted,
): void {
  recordAudit(ctx, {
    action: 'sold',
    recordType: 'sale',
    recordId: posted.id,
    recordName: posted.number,
    after: {
      customer: sale.customer.name,
      gross_pence: sale.gross,
      lines: sale.lines.length,
      tenders: sale.tenders.map(({ method, applied }) => `${method} ${formatPounds(applied)}`),
      on_account_pence: sale.onAccount,
      sold_offline: true,
      ...(sale.receiptNumber ? { receipt: sale.receiptNumber } : {}),
      ...(sale.paid?.sentBy ? { sold_by: cashier } : {}),
      ...(deviations.length > 0 ? { exceptions: deviations.map(({ words }) => words) } : {}),
      ...manualChanges(body),
    },
  });
}
