import { sql } from 'kysely';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { BodyOf } from '#domain/kernel/call';
import type { QuoteDetail, quotes, QuoteWrite } from '#domain/quotes/quote.contract';
import { quoteStateOn } from '#domain/quotes/quote-state';
import { ensureApproved, recordSpent, type SpentApproval } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import { nextNumber } from '../../kernel/documents';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import {
  type PricedSaleBasket,
  priceSaleBasket,
  findRepeatedRequest,
  hashOf,
  type LockedQuote,
  lockBuyer,
  manualChanges,
} from '../sales';
import { getQuote } from './get-quote';
import { insertRevision, type RevisionToStore } from './store-revision';
import { lockQuoteForStep, lastDay } from './stored-quote';

/**
 * Saves a basket as a quote, priced like a sale, with its own number and no posting. Approvals are needed
 * now, and not again for its sale. The same client id returns the same quote.
 */
export async function createQuote(ctx: WriteContext, body: QuoteWrite): Promise<QuoteDetail> {
  const hash = hashOf({ ...body, approvals: [] });
  const before = await findRepeatedRequest(ctx, 'quotes', body.client_id, hash);
  if (before !== undefined) return getQuote(ctx.tx, before, ctx);
  const today = londonDate(ctx.now);
  const decided = await decide(ctx, body, today, null);
  const number = await nextNumber(ctx.tx, 'QUO');
  const { rows } = await sql<{ id: number }>`
    insert into quotes (number, customer_id, customer_name, customer_reference, quoted_on, valid_until, gross_pence,
      created_by, created_at, updated_at)
    values (${number}, ${decided.buyer.id}, ${decided.buyer.name}, ${body.customer_reference ?? null}, ${today},
      ${decided.validUntil}, ${decided.calculated.gross}, ${ctx.actor.id}, ${ctx.now}, ${ctx.now})
    returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  await insertRevision(ctx, { id, revision: 1, hash, today }, body, decided);
  await recordSpent(ctx, { type: 'quote', id }, decided.approved);
  recordAudit(ctx, {
    action: 'quoted',
    recordType: 'quote',
    recordId: id,
    recordName: number,
    after: factsOf(body, decided),
  });
  return getQuote(ctx.tx, id, ctx);
}

/** Saves a new revision under the same number. Earlier revisions are kept. */
export async function reviseQuote(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof quotes.revise>,
): Promise<QuoteDetail> {
  const hash = hashOf({ id, ...body, approvals: [] });
  const before = await findRepeatedRequest(ctx, 'quotes', body.client_id, hash);
  if (before !== undefined) return getQuote(ctx.tx, before, ctx);
  const quote = await lockQuoteForStep(ctx, 'revise', { id, version: body.version });
  const today = londonDate(ctx.now);
  const decided = await decide(ctx, body, today, quote);
  const revision = quote.revision + 1;
  await insertRevision(ctx, { id, revision, hash, today }, body, decided);
  await recordSpent(ctx, { type: 'quote', id, revision }, decided.approved);
  await sql`
    update quotes set revision = ${revision}, status = 'open', customer_id = ${decided.buyer.id},
      customer_name = ${decided.buyer.name}, customer_reference = ${body.customer_reference ?? null}, quoted_on = ${today},
      valid_until = ${decided.validUntil}, gross_pence = ${decided.calculated.gross}, version = version + 1,
      updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'revised',
    recordType: 'quote',
    recordId: id,
    recordName: quote.number,
    after: { revision, ...factsOf(body, decided) },
  });
  return getQuote(ctx.tx, id, ctx);
}

async function decide(
  ctx: WriteContext,
  body: QuoteWrite,
  today: CalendarDate,
  quote: LockedQuote | null,
): Promise<RevisionToStore & { approved: readonly SpentApproval[] }> {
  const buyer = await lockBuyer(ctx.tx, body.customer_id);
  if (buyer.is_walk_in)
    throw invalid({ customer_id: 'Choose a customer. A quote cannot be for the walk-in customer.' });
  const deliveryCountry = body.delivery_country ?? buyer.delivery_country;
  const validUntil = lastDay(today, body.valid_until);
  // The terms of an expired quote no longer stand, and are not passed on to another customer (decision 045).
  const stands =
    quote?.customer.id === buyer.id &&
    quoteStateOn({ status: quote.status, validUntil: quote.valid_until }, today) !== 'expired';
  const decided: PricedSaleBasket = await priceSaleBasket(ctx, body, {
    buyer,
    date: today,
    deliveryCountry,
    quoted: stands ? quote.terms : null,
    agreed: null,
  });
  const approved = await ensureApproved(ctx, {
    clientId: body.client_id,
    approvals: body.approvals,
    needs: decided.needs,
  });
  return { ...decided, buyer, validUntil, deliveryCountry, approved };
}

/** For the audit log, without the customer's name: names can be erased, the log cannot. */
const factsOf = (body: QuoteWrite, { buyer, calculated, validUntil }: RevisionToStore) => ({
  customer_id: buyer.id,
  gross_pence: calculated.gross,
  lines: calculated.lines.length,
  valid_until: validUntil,
  ...manualChanges(body),
});
