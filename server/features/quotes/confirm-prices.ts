import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { type PriceComparison, type QuoteDetail, type quotes } from '#domain/quotes/quote.contract';
import { canKeepPrices, quoteAsBasket } from '#domain/quotes/prices-today';
import { canCalculate, calculateSale } from '#domain/sales/calculate-sale';
import { ensureApproved, recordSpent, type SpentApproval } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { conflict, forbidden, Refusal } from '../../platform/http/refusal';
import { loadPriceRules } from '../prices';
import { findPriceGroup, lockBuyer, priceSaleBasket } from '../sales';
import { getQuote } from './get-quote';
import { changeQuote, lockQuoteForStep, lastDay } from './stored-quote';

/** A quote compared with today's prices. 404 when it does not exist. */
export const comparePrices = async ({ db, ...looking }: ReadContext, id: number): Promise<PriceComparison> =>
  compare(db, await getQuote(db, id, looking), looking.now);

async function compare(db: Reader, quote: QuoteDetail, now: Date): Promise<PriceComparison> {
  const date = londonDate(now);
  const group = await findPriceGroup(db, quote.customer.id);
  const rules = await loadPriceRules(
    db,
    quote.lines.map(line => line.product.id),
    group,
    date,
  );
  const input = rules && { ...quoteAsBasket(quote), rules, date };
  const result = input && canCalculate(input);
  const today = input && result?.allowed ? calculateSale(input) : null;
  const { client_id } = await db
    .selectFrom('quote_revisions')
    .select('client_id')
    .where('quote_id', '=', quote.id)
    .where('revision', '=', quote.revision)
    .executeTakeFirstOrThrow();
  return {
    date,
    client_id,
    problem:
      result === undefined
        ? 'This customer’s price group no longer exists.'
        : result.allowed
          ? null
          : result.reason,
    quoted: quote.gross,
    today: today?.gross ?? quote.gross,
    lines: quote.lines.map((line, index) => ({
      line_number: line.line_number,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit,
      quoted_price: line.unit_price,
      today_price: today?.lines[index]?.unitPrice ?? line.unit_price,
      quoted: line.gross,
      today: today?.lines[index]?.gross ?? line.gross,
    })),
  };
}

/**
 * Confirms the prices of an expired quote, by a user who has seen today's prices. Keeping a line that is now
 * more expensive sells below the list price and needs permission to override prices; what was entered by hand needs the same
 * approvals as in a revision.
 */
export async function confirmPrices(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof quotes.confirm>,
): Promise<QuoteDetail> {
  const held = await lockQuoteForStep(ctx, 'confirm', { id, version: body.version });
  const quote = await getQuote(ctx.tx, id, ctx);
  const comparison = await compare(ctx.tx, quote, ctx.now);
  if (comparison.problem !== null)
    throw conflict(`${held.number} cannot be priced today. ${comparison.problem} Revise the quote instead.`);
  if (comparison.today !== body.expected_total)
    throw conflict(
      `Today’s total is now ${formatPounds(comparison.today)}, not ${formatPounds(body.expected_total)}. Review the price changes again.`,
      { total: comparison.today },
    );
  const result = canKeepPrices(comparison, passesRecordRule('quotedPrices', ctx.actor));
  if (!result.allowed) throw forbidden(result.reason);
  const today = londonDate(ctx.now);
  const validUntil = lastDay(today, body.valid_until);
  const approved = await approveAgain(ctx, quote, { ...body, today, clientId: comparison.client_id });
  await changeQuote(ctx, id, { status: 'open', validUntil });
  const approvalFacts = await recordSpent(ctx, { type: 'quote', id, revision: held.revision }, approved);
  recordAudit(ctx, {
    action: 'prices_confirmed',
    recordType: 'quote',
    recordId: id,
    recordName: held.number,
    before: { valid_until: held.valid_until },
    after: {
      valid_until: validUntil,
      gross_pence: comparison.quoted,
      today_pence: comparison.today,
      ...approvalFacts,
    },
  });
  return getQuote(ctx.tx, id, ctx);
}

type Confirmed = Pick<BodyOf<typeof quotes.confirm>, 'approvals' | 'expected_total'> & {
  readonly today: CalendarDate;
  readonly clientId: string;
};

/**
 * The terms of an expired quote no longer stand, so the prices and discounts entered by hand need their approvals again, as in
 * a new revision (rule P15). Lines that have become more expensive are checked apart.
 */
async function approveAgain(
  ctx: WriteContext,
  quote: QuoteDetail,
  { today, clientId, approvals, expected_total }: Confirmed,
): Promise<readonly SpentApproval[]> {
  const { mode, entries, discount, deliveryCountry } = quoteAsBasket(quote);
  const buyer = await lockBuyer(ctx.tx, quote.customer.id).catch((error: unknown) => {
    // The form has no field for the customer.
    if (error instanceof Refusal && error.errors?.customer_id)
      throw conflict(
        `${quote.number} is for ${quote.customer.name}, who is inactive. Make the customer active, or revise the quote for another customer.`,
      );
    throw error;
  });
  const basket = {
    price_mode: mode,
    lines: entries,
    ...(discount?.kind === 'amount' ? { discount_amount: discount.pence } : {}),
    expected_total,
  };
  const { needs } = await priceSaleBasket(ctx, basket, {
    buyer,
    date: today,
    deliveryCountry,
    quoted: null,
    agreed: null,
  });
  return ensureApproved(ctx, { clientId, approvals, needs });
}
