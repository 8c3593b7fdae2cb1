import { sql } from 'kysely';
import * as z from 'zod';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import {
  canStep,
  maxQuoteDays,
  quoteDays,
  quoteStateOn,
  type QuoteStatus,
  type QuoteStep,
} from '#domain/quotes/quote-state';
import { ensureCurrent, ensureUnchanged } from '../../platform/http/ensure-current';
import type { WriteContext } from '../../platform/http/context';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { type LockedQuote, lockQuote } from '../sales';
import { getQuote } from './get-quote';

type Input = { readonly id: number; readonly version?: number | undefined };

/**
 * Locks a quote for a step: the expected version (else 409 with the current values) in an allowed status
 * (else 409 with the reason). 404 when it does not exist.
 */
export async function lockQuoteForStep(
  ctx: WriteContext,
  step: QuoteStep,
  { id, version }: Input,
): Promise<LockedQuote> {
  const quote = ensureFound(await lockQuote(ctx, id), 'Quote');
  if (version !== undefined && version !== quote.version)
    (step === 'revise' ? ensureCurrent : ensureUnchanged)(
      currentOf(await getQuote(ctx.tx, id, ctx)),
      version,
      'Quote',
    );
  ensure(canStep(step, toStep(quote, londonDate(ctx.now))));
  return quote;
}

const currentOf = (quote: QuoteDetail) => z.encode(quotes.revise.reply, quote);

const toStep = (
  { number, status, valid_until: validUntil, saleNumber }: LockedQuote,
  today: CalendarDate,
) => ({
  number,
  state: quoteStateOn({ status, validUntil }, today),
  validUntil,
  saleNumber,
});

/** The last valid date: the requested one, or a month ahead. 422 for a past or too late date. */
export function lastDay(today: CalendarDate, requested: CalendarDate | undefined): CalendarDate {
  const date = requested ?? addDays(today, quoteDays);
  if (date < today) throw invalid({ valid_until: 'Choose today or a later date.' });
  const latest = addDays(today, maxQuoteDays);
  if (date > latest) throw invalid({ valid_until: `Choose a date up to ${formatDate(latest)}.` });
  return date;
}

/** Stores the result of a step. */
export async function changeQuote(
  ctx: WriteContext,
  id: number,
  { status, validUntil }: { readonly status: QuoteStatus; readonly validUntil?: CalendarDate },
): Promise<void> {
  await sql`
    update quotes set status = ${status}, valid_until = coalesce(${validUntil ?? null}::date, valid_until),
      version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
}
