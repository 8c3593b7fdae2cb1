import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, maxPence, toPence } from '#domain/kernel/money';
import type { JournalDetail, journals } from '#domain/journals/journal.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { countOfNumber, nextNumber } from '../../kernel/documents';
import { credit, debit, ensureAccounts, postRequiredJournal, reverseJournal } from '../../kernel/ledger';
import { lockBooks } from '../../kernel/locks';
import type { WriteContext } from '../../platform/http/context';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { canReverseNow, getJournal, manualDocument, reversalDateOf } from './get-journal';
import { findJournal, type StoredJournal } from './journals.queries';

type ManualJournal = BodyOf<typeof journals.create>;

/**
 * Posts a manual journal. 422 names the line: an account that does not exist, is inactive, or is a control
 * account whose subledger the journal would not update.
 */
export async function postManualJournal(ctx: WriteContext, body: ManualJournal): Promise<JournalDetail> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  await ensureAccounts(
    ctx.tx,
    body.lines.map(({ account }, index) => ({ account, field: `lines.${index}.account` })),
  );
  ensureBalance(body.lines);
  const number = await nextNumber(ctx.tx, 'JNL');
  const { id } = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'manual',
    narrative: body.narrative,
    document: { type: manualDocument, id: countOfNumber(number), number },
    reason: body.date_reason ?? null,
    lines: body.lines.map(line => {
      const more = line.description ? { description: line.description } : {};
      return (line.debit ?? 0) > 0
        ? debit(line.account, toPence(line.debit ?? 0), more)
        : credit(line.account, toPence(line.credit ?? 0), more);
    }),
  });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: number,
    after: {
      on: businessDate,
      narrative: body.narrative,
      lines: body.lines.length,
      reason: body.date_reason ?? null,
    },
  });
  return getJournal(ctx.tx, id);
}

function ensureBalance(lines: ManualJournal['lines']): void {
  const sum = (side: 'debit' | 'credit') => lines.reduce((all, line) => all + (line[side] ?? 0), 0);
  const [debits, credits] = [sum('debit'), sum('credit')];
  if (Math.max(debits, credits) > maxPence)
    throw invalid({ lines: `A journal cannot be more than ${formatPounds(maxPence)}.` });
  if (debits === credits) return;
  throw invalid({
    lines: `Debits total ${formatPounds(debits)} and credits ${formatPounds(credits)}. They must be equal.`,
  });
}

/** Reverses a manual journal or a year end, dated today, the day of the year end, or another open day. */
export async function reverseManualJournal(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof journals.reverse>,
): Promise<JournalDetail> {
  const journal = ensureFound(await findJournal(ctx.tx, id), 'Journal');
  // A later year cannot be closed meanwhile.
  if (journal.kind === 'year_end') await lockBooks(ctx.tx);
  ensure(await canReverseNow(ctx.tx, journal));
  const { on: businessDate, why } = await dayOfReversal(ctx, journal, body);
  await ensureOpenDay(ctx, businessDate, { reason: why });
  const reversal = await reverseJournal(ctx, id, { businessDate, reason: body.reason });
  recordAudit(ctx, {
    action: 'reversed',
    recordType: 'journal',
    recordId: id,
    recordName: journal.document.number,
    after: { reversed_by: reversal.id, on: businessDate, reason: body.reason },
  });
  return getJournal(ctx.tx, reversal.id);
}

/** The day that was entered, else that of a year end. Its reversal needs no second reason to be dated there. */
async function dayOfReversal(
  ctx: WriteContext,
  journal: StoredJournal,
  { business_date, date_reason, reason }: BodyOf<typeof journals.reverse>,
): Promise<{ on: CalendarDate; why: string | null }> {
  const own = await reversalDateOf(ctx.tx, journal);
  const on = business_date ?? own ?? londonDate(ctx.now);
  return { on, why: date_reason ?? (on === own ? reason : null) };
}
