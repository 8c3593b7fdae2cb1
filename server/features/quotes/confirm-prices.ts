import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { type PriceComparison, type QuoteDetail, type quotes } from '#domain/quotes/quote.contract';
import { canKeepPrices, quoteAsBasket } from '#domain/quotes/prices-today';
import { canCalculate, calculateSale } from '#domain/sales/calculate-sale';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { conflict, forbidden } from '../../platform/http/refusal';
import { loadPriceRules } from '../prices';
import { findPriceGroup } from '../sales';
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
  return {
    date,
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
 * more expensive sells below the list price and needs permission to override prices.
 */
export async function confirmPrices(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof quotes.confirm>,
): Promise<QuoteDetail> {
  const held = await lockQuoteForStep(ctx, 'confirm', { id, version: body.version });
  const comparison = await compare(ctx.tx, await getQuote(ctx.tx, id, ctx), ctx.now);
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
  await changeQuote(ctx, id, { status: 'open', validUntil });
  recordAudit(ctx, {
    action: 'prices_confirmed',
    recordType: 'quote',
    recordId: id,
    recordName: held.number,
    before: { valid_until: held.valid_until },
    after: { valid_until: validUntil, gross_pence: comparison.quoted, today_pence: comparison.today },
  });
  return getQuote(ctx.tx, id, ctx);
}
