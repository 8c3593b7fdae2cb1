import { retainedEarnings } from '#domain/accounting/retained-earnings';
import type { BodyOf } from '#domain/kernel/call';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { financialYearOf } from '#domain/kernel/financial-year';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { JournalDetail } from '#domain/journals/journal.contract';
import type { yearEnds } from '#domain/journals/year-end.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { findYearStart } from '../../kernel/company';
import { countOfNumber, nextNumber } from '../../kernel/documents';
import { credit, debit, postRequiredJournal } from '../../kernel/ledger';
import { lockBooks } from '../../kernel/locks';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { getJournal, manualDocument } from './get-journal';
import { balancesToClose, findLastYearEnd, type YearEnd } from './year-ends.queries';

/**
 * Closes a financial year that is over: one journal on its last day brings every income and expense account to zero
 * against retained earnings (rule L5). 422 if the day does not end a year that is over; 409 if that year or a later one is
 * closed, or nothing is open.
 */
export async function closeYear(
  ctx: WriteContext,
  { year_end: lastDay, date_reason }: BodyOf<typeof yearEnds.close>,
): Promise<JournalDetail> {
  await ensureYearIsOver(ctx, lastDay);
  const reason = date_reason ?? null;
  await ensureOpenDay(ctx, lastDay, { field: 'year_end', reason });
  const number = await nextNumber(ctx.tx, 'JNL');
  // Nothing is posted meanwhile, so what is open is closed to the penny, and once.
  await lockBooks(ctx.tx);
  ensure(isNotClosed(lastDay, await findLastYearEnd(ctx.tx)));
  const balances = await balancesToClose(ctx.tx, lastDay);
  if (balances.length === 0) throw conflict(`There is nothing to close up to ${formatDate(lastDay)}.`);
  const loss = sum(balances.map(({ balance }) => balance));
  const narrative = `Year to ${formatDate(lastDay)} closed: ${resultWords(loss)}`;
  const { id } = await postRequiredJournal(ctx, {
    businessDate: lastDay,
    kind: 'year_end',
    narrative,
    document: { type: manualDocument, id: countOfNumber(number), number },
    reason,
    lines: [...balances.map(({ code, balance }) => credit(code, balance)), debit(retainedEarnings, loss)],
  });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: number,
    after: { on: lastDay, narrative, lines: balances.length, reason },
  });
  return getJournal(ctx.tx, id);
}

async function ensureYearIsOver(ctx: WriteContext, lastDay: CalendarDate): Promise<void> {
  const { to } = financialYearOf(lastDay, await findYearStart(ctx.tx));
  if (to !== lastDay)
    throw invalid({
      year_end: `${formatDate(lastDay)} is not the last day of a financial year. Choose ${formatDate(to)} or the end of another year.`,
    });
  if (to >= londonDate(ctx.now))
    throw invalid({
      year_end: `The year to ${formatDate(to)} is not over. You can close it from ${formatDate(addDays(to, 1))}.`,
    });
}

/** Years are closed in order: what an earlier one left open was carried forward with a later one. */
function isNotClosed(lastDay: CalendarDate, last: YearEnd | undefined): RuleResult {
  if (!last || last.business_date < lastDay) return yes;
  const closed = formatDate(last.business_date);
  return last.business_date === lastDay
    ? no(
        `The year to ${closed} is closed by journal ${last.id}. Reverse that journal first, then close the year again.`,
      )
    : no(
        `The year to ${closed} is closed by journal ${last.id}. To close an earlier year, reverse that journal first.`,
      );
}

const resultWords = (loss: Pence): string =>
  loss > 0
    ? `loss of ${formatPounds(loss)} to retained earnings`
    : `profit of ${formatPounds(toPence(0 - loss))} to retained earnings`;
