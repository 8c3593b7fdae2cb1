import { sql } from 'kysely';
import { groupBy } from '#domain/kernel/group-by';
import { londonDate } from '#domain/kernel/dates';
import type { SettleChoice, SettleReply } from '#domain/sales-history/workbench.contract';
import { findClosedDays } from '../../kernel/books-day';
import type { ImportContext } from '../../kernel/imports';
import { invalid } from '../../platform/http/refusal';
import { type DocumentOfBatch, storePosted, type LineOfBatch } from './batch.queries';
import { clearReturnedVat } from './cut-over';
import { exactPounds } from './exact-pounds';
import { createRecords } from './make-records';
import { lockBatch } from './post-batch';
import { postCredits } from './post-credits';
import { penceOf, postToAccounts } from './post-to-accounts';
import { canReverseVat, nextOpenLines, type OpenLine, skipLines } from './workbench.queries';

/** Lines per transaction: about a second, during which other refunds wait. */
const linesAtATime = 200;

/**
 * Settles the next listed lines of the selection, in file order: as credit notes without a sale, to an account, or as
 * not posted. Call again until none remain; settled lines are no longer listed.
 */
export async function settleLines(ctx: ImportContext, choice: SettleChoice): Promise<SettleReply> {
  await sql`set local statement_timeout = '60s'`.execute(ctx.tx);
  const { lines, remaining } = await nextOpenLines(ctx, choice, linesAtATime);
  if (lines.length === 0) return { settled: 0, remaining: 0, amount: '0.00' };
  if (choice.action === 'skip') await skipLines(ctx, lines, choice.note);
  else await postLines(ctx, lines, choice);
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(amount_micropence), 0)::text as amount from sales_history_lines
    where import_id = ${ctx.importId} and row_number = any(${lines.map(({ row }) => row)}::integer[])`.execute(
    ctx.tx,
  );
  return {
    settled: lines.length,
    remaining: remaining - lines.length,
    amount: exactPounds(BigInt(rows[0]?.amount ?? '0')),
  };
}

type PostChoice = Exclude<SettleChoice, { action: 'skip' }>;

async function postLines(ctx: ImportContext, lines: readonly OpenLine[], choice: PostChoice): Promise<void> {
  refuseUnfit(ctx, lines, choice);
  await markPlanned(ctx, lines, choice);
  const auditNew = await createRecords(ctx);
  const today = londonDate(ctx.now);
  const documents = documentsOf(lines, choice);
  const around = await lockBatch(ctx, documents);
  const closed = await findClosedDays(
    ctx.tx,
    documents.map(({ business_date }) => business_date),
  );
  for (const document of documents) {
    const day = closed.has(document.business_date) ? today : document.business_date;
    const attempt = String(ctx.now.getTime());
    const posted =
      choice.action === 'credit'
        ? await postCredits(ctx, document, document.lines, around, {
            vat: choice.vat,
            businessDate: day,
            attempt,
          })
        : await postToAccounts(ctx, document, document.lines, around, day);
    await storePosted(ctx, posted.lines, posted.documents);
  }
  await sql`
    update import_rows set outcome = null, errors = null
    where import_id = ${ctx.importId} and row_number = any(${lines.map(({ row }) => row)}::integer[])`.execute(
    ctx.tx,
  );
  await clearReturnedVat(ctx, ctx.importId);
  await auditNew();
}

/** Refuses the whole request, naming the row, before anything is posted. */
function refuseUnfit(ctx: ImportContext, lines: readonly OpenLine[], choice: PostChoice): void {
  for (const line of lines) {
    const amount = BigInt(line.amount_micropence);
    const at = `${ctx.nameRow(line.row)} (${line.sku})`;
    if (line.business_date === null || amount === 0n)
      throw invalid({
        filter: `${at} has no amount to post. Skip it, or correct the file.`,
      });
    if (choice.action === 'account' && penceOf(line) === 0)
      throw invalid({ filter: `${at} is less than half a penny, so there is nothing to post. Skip it.` });
    if (line.business_date > londonDate(ctx.now))
      throw invalid({ filter: `${at} is dated in the future. Settle it on or after that date.` });
    if (choice.action === 'credit' && amount > 0n)
      throw invalid({ filter: `${at} is positive, so it cannot be credited. Post it to an account.` });
    if (choice.action === 'credit' && line.price_millipence % 1000 !== 0)
      throw invalid({ filter: `${at} has a price with fractions of a penny. Post it to an account.` });
    if (choice.action === 'credit' && choice.vat === 'as_sold' && !canReverseVat(line))
      throw invalid({
        vat: `${at} is dated after the cut-over day. VAT cannot be reclaimed without the original sale. Choose “Credit note, no VAT”.`,
      });
  }
}

/** Planned until posted in the same transaction; the reason they were listed is kept for undo. */
const markPlanned = (
  { tx, importId, actor, now }: ImportContext,
  lines: readonly OpenLine[],
  choice: PostChoice,
) =>
  sql`
    update sales_history_lines set outcome = 'planned', listed_reason = reason, listed_message = message, reason = null,
      message = null, treatment = ${choice.action}, account_code = ${choice.action === 'account' ? choice.account : null},
      settled_by = ${actor.id}, settled_at = ${now}
    where import_id = ${importId} and outcome = 'listed' and row_number = any(${lines.map(({ row }) => row)}::integer[])`.execute(
    tx,
  );

function documentsOf(lines: readonly OpenLine[], choice: PostChoice): DocumentOfBatch[] {
  return Array.from(groupBy(lines, ({ key }) => key).values(), group => {
    const [first] = group;
    if (!first) throw new Error('A group has a line');
    return {
      position: 0,
      number: first.number,
      key: first.key,
      sold_at: first.sold_at ?? new Date(0),
      business_date: first.business_date ?? '',
      customer_number: first.customer_number,
      // Only sales have a country of delivery.
      country: null,
      content_hash: first.content_hash ?? '',
      lines: group.map(
        (line): LineOfBatch => ({
          ...line,
          treatment: choice.action,
          account_code: choice.action === 'account' ? choice.account : null,
          originals: null,
        }),
      ),
    };
  });
}
