import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, invalid } from '../../platform/http/refusal';

/** The last closed day; null if nothing is locked yet (rule D5). */
export async function findLockDate(db: Reader): Promise<CalendarDate | null> {
  const row = await db.selectFrom('books_lock').select('locked_through').executeTakeFirstOrThrow();
  return row.locked_through;
}

/** What closes a day: the lock date, and the last day of the filed VAT return that includes it (rule D7). */
type Closings = { readonly locked_through: CalendarDate | null; readonly period_to: CalendarDate | null };

const closingsOf = (date: CalendarDate) => sql<Closings>`${preparedStatement}
  select locked_through, (select max(period_to) from vat_returns where ${date}::date between period_from and period_to) as period_to
  from books_lock`;

/** Which of these days are closed: locked, or in a filed VAT period (rules D5, D7). */
export async function findClosedDays(
  db: Reader,
  days: Iterable<CalendarDate>,
): Promise<ReadonlySet<CalendarDate>> {
  const { rows } = await sql<{ day: CalendarDate }>`
    select day from unnest(${[...new Set(days)]}::date[]) as day
    where day <= (select locked_through from books_lock)
      or exists (select from vat_returns where day between period_from and period_to)`.execute(db);
  return new Set(rows.map(row => row.day));
}

/**
 * Refuses a posting day (rules D3, D5, D6, D7) that is in the future, locked or in a filed VAT period, or in
 * the past without the permission to backdate or without a reason. `field` is the field of the form.
 */
export async function ensureOpenDay(ctx: WriteContext, date: CalendarDate, about: About = {}): Promise<void> {
  await ask(ctx.tx, ensuringOpenDay(ctx, date, about));
}

type About = { readonly field?: string; readonly reason?: string | null | undefined };

/** The same, to be sent with other statements. */
export function ensuringOpenDay(
  ctx: WriteContext,
  date: CalendarDate,
  about: About = {},
): Question<Closings, void> {
  const today = londonDate(ctx.now);
  if (date > today)
    throw invalid({
      [about.field ?? 'business_date']:
        `Choose ${formatDate(today)} or earlier. You cannot post to a future date.`,
    });
  return {
    statement: closingsOf(date),
    answer: ([closings]) => {
      if (closings) ensureNotClosed(ctx, date, closings, about);
    },
  };
}

function ensureNotClosed(
  ctx: WriteContext,
  date: CalendarDate,
  { locked_through: locked, period_to: filed }: Closings,
  { field = 'business_date', reason }: About,
): void {
  if (locked !== null && date <= locked)
    throw invalid({ [field]: `The books are locked up to ${formatDate(locked)}. Choose a later date.` });
  if (filed !== null)
    throw invalid({ [field]: `The VAT return to ${formatDate(filed)} is filed. Choose a later date.` });
  if (date === londonDate(ctx.now)) return;
  if (!hasPermission(ctx.actor, 'backdate'))
    throw forbidden('You do not have permission to backdate. Choose today, or ask an administrator.');
  if (reason !== undefined && !reason)
    throw invalid({ date_reason: `Enter a reason for backdating this to ${formatDate(date)}.` });
}

export { ensureNotBefore } from './not-before';
export { ensureNotFarAhead, reasonTooFarAhead } from './far-ahead';
export {
  allowPostingDay,
  ensurePostingDay,
  findingPostingDay,
  findPostingDay,
  isLongAgo,
} from './posting-day';
