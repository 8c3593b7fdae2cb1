import { countOf } from '#domain/kernel/count-of';
import { type CalendarDate, formatDate, formatMoment, londonDate } from '#domain/kernel/dates';
import { clockToleranceMinutes } from '#domain/tills/clock-tolerance';
import { findPostingDay } from '../../../kernel/books-day';
import type { Reader } from '../../../platform/database/open-database';
import type { Deviation } from './sale-exceptions';

type Clocks = {
  readonly now: Date;
  /** The till's clock when the sale was made and when it is sent. */
  readonly soldAt: Date;
  readonly sentAt: Date | undefined;
  /** When its till session was opened, by the server's clock. */
  readonly openedAt: Date | undefined;
};

type JudgedTime = {
  readonly soldAt: Date;
  /** The till's own time, when corrected. */
  readonly tillTime: Date | null;
  readonly deviations: readonly Deviation[];
};

const tolerance = clockToleranceMinutes * 60_000;
const longestWait = 366 * 86_400_000;

/**
 * The time of a paid sale, corrected by the server (finding F24). A clock that is wrong when sending was as
 * wrong when selling. No sale is later than now or before its session was opened, and none waits for over a year: a till
 * whose clock was reset, to 1970 for example, has none of its own.
 */
export function validateTime({ now, soldAt, sentAt, openedAt }: Clocks): JudgedTime {
  const skew = sentAt ? now.getTime() - sentAt.getTime() : 0;
  let judged = soldAt.getTime() + (Math.abs(skew) > tolerance ? skew : 0);
  if (judged > now.getTime() + tolerance) judged = now.getTime();
  if (openedAt && judged < openedAt.getTime() - tolerance) judged = openedAt.getTime();
  if (judged < now.getTime() - longestWait) judged = now.getTime();
  const wrongBy = soldAt.getTime() - judged;
  if (Math.abs(wrongBy) <= tolerance) return { soldAt, tillTime: null, deviations: [] };
  const at = new Date(judged);
  const words = `The till’s clock was ${spanWords(Math.abs(wrongBy))} ${wrongBy > 0 ? 'ahead' : 'behind'} and showed ${formatMoment(soldAt)}. The server dated the sale ${formatMoment(at)}.`;
  return { soldAt: at, tillTime: soldAt, deviations: [{ kind: 'clock', words, amount: null }] };
}

/** "3 days", "2 hours", "15 minutes". */
function spanWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return countOf(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(hours / 24), 'day');
}

const longAgo = 31 * 86_400_000;

/**
 * The posting date of a paid sale: its own date, or the first open day after it (rules D1, D5, D7). Its VAT has the date
 * of the sale: in that return while it is not filed, otherwise late in the next one (rules V10, V25). `receivedAt` is
 * earlier than now for a sale that was kept.
 */
export async function dateOfPaidSale(
  db: Reader,
  now: Date,
  { soldAt, receivedAt, sentAt, openedAt }: Omit<Clocks, 'now'> & { readonly receivedAt: Date },
): Promise<{
  businessDate: CalendarDate;
  taxPoint: CalendarDate;
  dateReason: string;
  deviations: readonly Deviation[];
}> {
  const today = londonDate(now);
  const day = londonDate(soldAt);
  const saleDay = day > today ? today : day;
  // When all days up to today are locked, the database refuses today and the sale is kept for review.
  const businessDate = (await findPostingDay(db, saleDay, today))?.on ?? today;
  if (businessDate !== saleDay)
    return {
      businessDate,
      taxPoint: saleDay,
      dateReason: `Sold offline on ${saleDay}, which is closed`,
      deviations: [
        {
          kind: 'date',
          words: `Sold on ${formatDate(saleDay)}, which is closed. Posted on ${formatDate(businessDate)}.`,
          amount: null,
        },
      ],
    };
  const words = unusualDay(saleDay, { soldAt, receivedAt, sentAt, openedAt });
  const deviations: Deviation[] = words === null ? [] : [{ kind: 'date', words, amount: null }];
  return { businessDate, taxPoint: saleDay, dateReason: 'Sold offline', deviations };
}

/**
 * A sale of an earlier day is dated back, which takes a permission otherwise (rule D6). A till proves the day by its
 * session and its clock when sending; without one of them a manager looks at it.
 */
function unusualDay(
  saleDay: CalendarDate,
  { soldAt, receivedAt, sentAt, openedAt }: Omit<Clocks, 'now'> & { readonly receivedAt: Date },
): string | null {
  const receivedOn = londonDate(receivedAt);
  const sold = `Sold on ${formatDate(saleDay)} and sent on ${formatDate(receivedOn)}`;
  if (saleDay < receivedOn && !openedAt)
    return `${sold}. The day could not be checked, because its till session is not known.`;
  if (saleDay < receivedOn && !sentAt)
    return `${sold}. The day could not be checked, because the time of sending is missing.`;
  return receivedAt.getTime() - soldAt.getTime() > longAgo ? `${sold}, more than 31 days later.` : null;
}
