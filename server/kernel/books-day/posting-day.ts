import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, invalid } from '../../platform/http/refusal';

/** The posting day of a third party's document, and why it differs from the document's date (rule P13). */
export type PostingDay = { readonly on: CalendarDate; readonly note: string | null };

/** A date further back than this needs a reason (rule P13). */
const daysWithoutReason = 30;

/** Whether a document's date is so far back that it needs a reason. */
export const isLongAgo = (date: CalendarDate, today: CalendarDate): boolean =>
  date < addDays(today, -daysWithoutReason);

/**
 * The document's date if that day is open, else the first open day after it; null if there is none up to
 * today.
 */
export const findPostingDay = (
  db: Reader,
  date: CalendarDate,
  today: CalendarDate,
): Promise<PostingDay | null> => ask(db, findingPostingDay(date, today));

/** The lock date, and the filed VAT periods that end on a day or later. */
type Closings = {
  readonly locked_through: CalendarDate | null;
  readonly filed: readonly { readonly from: CalendarDate; readonly to: CalendarDate }[];
};

/** The same, to be sent with other statements. */
export const findingPostingDay = (
  date: CalendarDate,
  today: CalendarDate,
): Question<Closings, PostingDay | null> => ({
  statement: sql<Closings>`${preparedStatement}
    select locked_through, coalesce((select jsonb_agg(jsonb_build_object('from', period_from, 'to', period_to) order by period_from)
      from vat_returns where period_to >= ${date}::date), '[]') as filed
    from books_lock`,
  answer: rows => postingDay(date, today, onlyRow(rows)),
});

function postingDay(
  date: CalendarDate,
  today: CalendarDate,
  { locked_through: locked, filed: periods }: Closings,
): PostingDay | null {
  const isLocked = locked !== null && date <= locked;
  const from = isLocked ? addDays(locked, 1) : date;
  const filed = filedFrom(from, periods);
  const on = filed.length === 0 ? from : addDays(filed.at(-1) ?? from, 1);
  const why = [
    ...(isLocked ? [`the books are locked up to ${formatDate(locked)}`] : []),
    ...filed.map(to => `the VAT return to ${formatDate(to)} is filed`),
  ];
  if (on > today) return null;
  const note =
    on === date ? null : `Dated ${formatDate(date)}, posted on ${formatDate(on)}: ${why.join(', ')}.`;
  return { on, note };
}

/** The last days of consecutive filed VAT periods from a day on, without an open day between them. */
function filedFrom(day: CalendarDate, periods: Closings['filed']): CalendarDate[] {
  const filed: CalendarDate[] = [];
  let open = day;
  for (const { from, to } of periods) {
    if (to < open) continue;
    if (from > open) break;
    filed.push(to);
    open = addDays(to, 1);
  }
  return filed;
}

type About = {
  readonly field: string;
  readonly reason: string | null | undefined;
  readonly receivedOn?: CalendarDate | null;
};

/**
 * The posting day of a supplier's document (rule P13). A date more than thirty days back, or before the
 * goods were received, needs a reason and the permission to backdate (rule D6). 422 if no day up to today is
 * open. `reason` is the one given; the result has the one for the journal.
 */
export async function ensurePostingDay(
  ctx: WriteContext,
  date: CalendarDate,
  about: About,
): Promise<{ on: CalendarDate; reason: string | null }> {
  const today = londonDate(ctx.now);
  if (date > today)
    throw invalid({ [about.field]: `This date is after today, ${formatDate(today)}. Check the date.` });
  return allowPostingDay(ctx, date, await findPostingDay(ctx.tx, date, today), about);
}

/** The same for a day that was found before; the date is today or earlier. */
export function allowPostingDay(
  ctx: WriteContext,
  date: CalendarDate,
  day: PostingDay | null,
  { field, reason, receivedOn = null }: About,
): { on: CalendarDate; reason: string | null } {
  const today = londonDate(ctx.now);
  if (day === null)
    throw invalid({
      [field]: `All dates from ${formatDate(date)} to today are closed. Post tomorrow, or reopen the books.`,
    });
  const why = reasonNeededFor(date, today, receivedOn);
  if (why !== null && !reason)
    throw invalid({ date_reason: `Enter a reason for backdating this to ${formatDate(date)}: ${why}.` });
  if (
    day.on < today &&
    reasonNeededFor(day.on, today, receivedOn) !== null &&
    !hasPermission(ctx.actor, 'backdate')
  )
    throw forbidden(
      `You do not have permission to post to ${formatDate(day.on)}. Ask someone who may backdate.`,
    );
  return { on: day.on, reason: [reason, day.note].filter(Boolean).join(' ') || null };
}

function reasonNeededFor(
  date: CalendarDate,
  today: CalendarDate,
  receivedOn: CalendarDate | null,
): string | null {
  if (receivedOn !== null && date < receivedOn)
    return `that is before the goods were received on ${formatDate(receivedOn)}`;
  return isLongAgo(date, today) ? `that is more than ${daysWithoutReason} days ago` : null;
}
