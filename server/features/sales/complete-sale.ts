import { type CountryCode, homeCountry } from '#domain/countries/country';
import { isExport } from '#domain/countries/vat-by-country';
import { addDays } from '#domain/kernel/dates';
import { type Pence, sum } from '#domain/kernel/money';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { SellingRights } from '#domain/sales/needs';
import type { SaleWrite } from '#domain/sales/sale.contract';
import type { AgreedSale } from '#domain/sales/agreed-parts';
import { settle } from '#domain/sales/tender';
import {
  needsReference,
  type PaymentRules,
  acceptsMethod,
  tenderNamesBy,
} from '#domain/settings/payment-methods.contract';
import { creditAllowed } from '#domain/wallet/credit';
import { ensureApproved, recordSpent } from '../../kernel/approvals';
import { lockingOpenSession } from '../../kernel/tills';
import { ask, askTogether, known } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { checkOversell } from './oversell';
import { priceSaleBasket } from './price-sale-basket';
import { findRepeatedRequest, hashOf } from './find-repeated-request';
import { type PostedSale, postSale } from './post-sale';
import { ensureSameCustomer, type LockedQuote, lockQuoteToInvoice, markInvoiced } from './quoted-sale';
import { type Buyer, type BuyerLedger, lockBuyerLedger, lockingBuyer } from './sale-customer';
import { findingDateOfSale } from './sale-date';
import type { ExchangedPart, SaleToPost } from './sale-to-post';
import { recordPaidSale } from './paid-sales/record-paid-sale';
import { auditSale } from './record-sale-audit';
import { settleHeldBasket } from './settle-held-basket';
import { noteReceiptNumber } from './paid-sales/sale-exceptions';

/**
 * Completes a sale in one transaction. The same client id always returns the same sale (R12, R28). The server
 * calculates it again and refuses a total other than the till's.
 */
export async function completeSale(ctx: WriteContext, body: SaleWrite): Promise<SaleRef> {
  // An offline sale is a fact and is posted as one (decision 067).
  if (body.was_offline) return recordPaidSale(ctx, body);
  const hash = hashOf({ ...body, approvals: [] });
  const before = await findRepeatedRequest(ctx, 'sales', body.client_id, hash);
  if (before !== undefined) return { id: before };
  const { id } = await sell(ctx, body, { hash });
  return { id };
}

/** The sale for the reply, read after the commit so that no one waits for locks meanwhile. */
export type SaleRef = { readonly id: number };

/** The context of a sale that is part of an exchange or an edit. */
export type SaleSetting = {
  readonly hash: string;
  /** The returned goods that count as paid. */
  readonly exchanged?: ExchangedPart | null;
  readonly replacesId?: number;
  /** The agreed terms of the replaced sale, which need no new approval. */
  readonly agreed?: AgreedSale;
  /** The quote of the replaced sale, which this one takes over. */
  readonly quote?: LockedQuote | undefined;
  /** Taken before other locks. */
  readonly number?: string;
};

/**
 * Validates and prices a sale, then posts it. Locks: session, quote, customer, number, stock, in this order.
 */
export async function sell(ctx: WriteContext, body: SaleWrite, setting: SaleSetting): Promise<PostedSale> {
  const { sessionId, date, quote, buyer } = await lockSelling(ctx, body, setting);
  const context = {
    buyer,
    date: date.businessDate,
    deliveryCountry: deliveryCountryOf(body, quote?.deliveryCountry ?? buyer.delivery_country),
    quoted: quote?.terms ?? null,
    agreed: setting.agreed ?? null,
  };
  const priced = await priceSaleBasket(ctx, body, context);
  const { calculated, terms, lines, needs } = priced;
  const oversell = checkOversell(priced, ctx.actor);
  ensureTaken(body, terms.payment);
  const paid = settlement(body, buyer, calculated.gross, setting.exchanged ?? null);
  const ledger = await lockBuyerLedger(ctx.tx, buyer);
  const credit = needsOfCredit({ buyer, ledger, paid, rights: terms.rights, agreed: setting.agreed });
  const approved = await ensureApproved(ctx, {
    clientId: body.client_id,
    approvals: body.approvals,
    needs: [...needs, ...credit, ...oversell.needs],
  });
  const sale: SaleToPost = {
    clientId: body.client_id,
    clientHash: setting.hash,
    channel: body.channel,
    sessionId,
    customer: buyer,
    ledger: ledger?.party ?? null,
    seller: terms.seller,
    mode: body.price_mode,
    ...date,
    dueOn: paid.onAccount > 0 ? addDays(date.businessDate, buyer.payment_terms_days) : date.businessDate,
    lines,
    lineDiscounts: calculated.lineDiscounts,
    basketDiscount: calculated.basketDiscount,
    discountReason: body.discount_reason ?? null,
    net: calculated.net,
    vat: calculated.vat,
    gross: calculated.gross,
    ...paid,
    customerReference: body.customer_reference ?? null,
    deliveryAddress: body.delivery_address ?? null,
    deliveryCountry: context.deliveryCountry,
    notes: body.notes ?? null,
    replacesId: setting.replacesId ?? null,
    quoteId: quote?.id ?? null,
    wasOffline: false,
    deviceId: body.device_id ?? null,
    receiptNumber: body.receipt_number ?? null,
    approvedShort: oversell.short,
  };
  const posted = await postSale(ctx, sale, setting.number);
  await recordSpent(ctx, { type: 'sale', id: posted.id }, approved);
  await noteReceiptNumber(ctx, posted, sale);
  if (quote) await markInvoiced(ctx, quote, posted);
  await settleHeldBasket(ctx, body, posted);
  auditSale(ctx, posted, sale, body, {
    ...(quote ? { quote: quote.number } : {}),
    ...oversellFacts(sale),
  });
  return posted;
}

/** Goods sold beyond recorded stock. */
const oversellFacts = ({ approvedShort, lines }: SaleToPost) =>
  approvedShort && approvedShort.size > 0
    ? {
        beyond_stock: [...approvedShort].map(
          ([id, short]) =>
            `${textFromQuantity(short)} × ${lines.find(({ productId }) => productId === id)?.description ?? ''}`,
        ),
      }
    : {};

/** Goods sold over the counter are supplied in the UK, whoever the customer is (rule V28). */
function deliveryCountryOf(
  { channel, delivery_country }: SaleWrite,
  defaultCountry: CountryCode,
): CountryCode {
  if (channel !== 'till') return delivery_country ?? defaultCountry;
  if (delivery_country !== undefined && isExport(delivery_country))
    throw invalid({
      delivery_country: 'Tills cannot sell for delivery abroad. Use the sales desk.',
    });
  return delivery_country ?? homeCountry;
}

/** The session that takes the money, the day, the quote to invoice, and the customer. */
async function lockSelling(ctx: WriteContext, body: SaleWrite, setting: SaleSetting) {
  const sessionId = body.session_id ?? null;
  const first = [
    sessionId === null ? known(null) : lockingOpenSession(sessionId),
    findingDateOfSale(ctx, body),
  ] as const;
  const buying = lockingBuyer(body.customer_id ?? null);
  if (setting.quote || body.quote_id == null) {
    const [, date, buyer] = await askTogether(ctx.tx, [...first, buying]);
    return { sessionId, date, quote: setting.quote, buyer };
  }
  const [, date] = await askTogether(ctx.tx, first);
  const quote = await lockQuoteToInvoice(
    ctx,
    { id: body.quote_id, revision: body.quote_revision },
    date.businessDate,
  );
  const buyer = await ask(ctx.tx, buying);
  ensureSameCustomer(quote, buyer.id);
  return { sessionId, date, quote, buyer };
}

/**
 * Checks tenders against the accepted payment methods. What counts from a replaced sale was paid under the rules
 * of its time, and is no tender here.
 */
function ensureTaken({ tenders }: SaleWrite, rules: PaymentRules): void {
  for (const { method, reference } of tenders) {
    const name = tenderNamesBy(rules)[method];
    if (!acceptsMethod(rules, method))
      throw invalid({ tenders: `Payments by ${name} are not accepted. Choose another payment method.` });
    if (needsReference(rules, method) && !reference)
      throw invalid({ tenders: `${name} needs a reference. Enter it, then choose ${name} again.` });
  }
}

type Paid = Pick<SaleToPost, 'tenders' | 'onAccount' | 'change'>;

/** Checks tenders against the total (rules M9, M11, L5, T1). */
function settlement(body: SaleWrite, buyer: Buyer, gross: Pence, exchanged: ExchangedPart | null): Paid {
  if (body.tenders.some(({ method }) => method === 'exchange'))
    throw invalid({ tenders: 'To exchange goods, start from the receipt they were bought on.' });
  const named = body.tenders.find(({ method }) => method === 'wallet' || method === 'account');
  if (named && buyer.is_walk_in)
    throw invalid({
      customer_id: `Choose a customer to pay ${named.method === 'wallet' ? 'from a wallet' : 'on account'}.`,
    });
  if (body.tenders.some(({ method }) => method === 'cash') && body.session_id == null)
    throw invalid({ session_id: 'Open a till first. Cash payments need a cash drawer.' });
  const all = [
    ...(exchanged ? [{ method: 'exchange' as const, tendered: exchanged.amount, reference: null }] : []),
    ...body.tenders,
  ];
  const settled = settle(gross, all);
  if (!settled.allowed) throw invalid({ [settled.field ?? 'tenders']: settled.reason });
  const references = all.map(({ reference }) => reference ?? null);
  const tenders = settled.tenders.map((tender, index) => ({
    ...tender,
    reference: references[index] ?? null,
    exchanged: tender.method === 'exchange' ? exchanged : null,
  }));
  return {
    tenders: tenders.filter(({ method, applied }) => method !== 'account' && applied > 0),
    onAccount: sum(tenders.filter(({ method }) => method === 'account').map(({ applied }) => applied)),
    change: settled.change,
  };
}

type Crediting = {
  readonly buyer: Buyer;
  readonly ledger: BuyerLedger | null;
  readonly paid: Paid;
  readonly rights: SellingRights;
  readonly agreed: AgreedSale | undefined;
};

/** Checks the credit limit of a named customer (rules W5, W7). */
function needsOfCredit({
  buyer,
  ledger,
  paid: { onAccount, tenders },
  rights,
  agreed,
}: Crediting): ApprovalNeed[] {
  if (ledger === null || onAccount === 0) return [];
  // A balance due from the edited sale may stay due.
  if (agreed?.customerId === buyer.id && onAccount <= agreed.onAccount) return [];
  const need: ApprovalNeed = { kind: 'credit', customer_id: buyer.id, amount: onAccount };
  const result = creditAllowed({
    balance: ledger.balance,
    amount: onAccount,
    fromWallet: sum(tenders.filter(({ method }) => method === 'wallet').map(({ applied }) => applied)),
    limit: buyer.credit_limit,
  });
  // A customer without credit cannot be approved here. Set a credit limit on the customer's page.
  if (!result.allowed && buyer.credit_limit === null) throw invalid({ tenders: result.reason });
  return result.allowed && rights.canSellOnAccount ? [] : [need];
}
