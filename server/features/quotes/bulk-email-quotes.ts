import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { quoteBulkEmail } from '#domain/quotes/quote-bulk-email.contract';
import type { QuoteState } from '#domain/quotes/quote-state';
import type { BulkMailing, MailRecord } from '../../kernel/bulk-emails';
import { writeMailBody } from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import { getQuote } from './get-quote';
import { findQuoteIds, stateOf } from './quotes.queries';
import { composeQuote, type PreparedQuote, prepareQuoteMail, queueQuoteMail } from './send-quote';

/** How many quotes are emailed at once, each to its customer. */
export const quoteMailing: BulkMailing<
  typeof quoteBulkEmail.start.body.shape.filter,
  typeof quoteBulkEmail.start.body.shape.options,
  PreparedQuote
> = {
  kind: 'quotes',
  calls: quoteBulkEmail,
  wording: 'quote',
  find: (db, filter, { now }) => findQuoteIds(db, filter, londonDate(now)),
  load: loadQuotesToEmail,
  async example(db, id, _options, looking) {
    const quote = await getQuote(db, id, looking);
    const { values, mail } = await composeQuote(db, quote);
    return { values, rest: writeMailBody(mail.rest).text.trim(), file_name: `${quote.number}.pdf` };
  },
  prepare: (before, { id, email }, texts) =>
    prepareQuoteMail(before, id, { email, cc: [], subject: null, message: null }, texts),
  queue: queueQuoteMail,
};

type Row = Omit<MailRecord, 'refusal'> & { readonly state: QuoteState };

async function loadQuotesToEmail(
  db: Reader,
  ids: readonly number[],
  _options: unknown,
  { now }: { readonly now: Date },
): Promise<MailRecord[]> {
  const { rows } = await sql<Row>`
    select q.id, q.number as name, q.customer_name as recipient, k.email, ${stateOf(londonDate(now))} as state,
      (select max(a.at) from audit_log a
        where a.record_type = 'quote' and a.record_id = q.id and a.action = 'emailed') as "lastSentAt"
    from quotes q join customers c on c.id = q.customer_id
      join customers k on k.id = coalesce(c.merged_into_id, c.id)
    where q.id = any(${[...ids]}::bigint[]) order by q.id`.execute(db);
  return rows.map(({ state, ...record }) => ({ ...record, refusal: refusals[state] ?? null }));
}

/** Quotes that cannot be sent, as `quoteSteps` has it. */
const refusals: Readonly<Partial<Record<QuoteState, string>>> = {
  declined: 'It was declined.',
  expired: 'It has expired.',
  invoiced: 'It has been invoiced.',
};
