import * as z from 'zod';
import { addDays, type CalendarDate } from '../kernel/dates';

/** When VAT periods end: HMRC's three quarterly staggers, or monthly. */
export const stagger = z.enum(['group_1', 'group_2', 'group_3', 'monthly'], 'Choose when VAT periods end.');
export type Stagger = z.infer<typeof stagger>;
export const staggerNames: Readonly<Record<Stagger, string>> = {
  group_1: 'Quarters to March, June, September and December',
  group_2: 'Quarters to January, April, July and October',
  group_3: 'Quarters to February, May, August and November',
  monthly: 'Months',
};

/** The first and last day of a return. */
export type VatPeriod = { readonly from: CalendarDate; readonly to: CalendarDate };

/** The position within a quarter of the month in which it ends, by stagger; January is 1. */
const endsIn: Readonly<Record<Exclude<Stagger, 'monthly'>, number>> = { group_1: 3, group_2: 1, group_3: 2 };

/** The whole period that contains a day. */
export function vatPeriodOf(day: CalendarDate, by: Stagger): VatPeriod {
  const month = monthsOf(day);
  if (by === 'monthly') return { from: firstOf(month), to: addDays(firstOf(month + 1), -1) };
  // Months are counted from 0, so the last month of a quarter leaves one less than its number.
  const monthsToEnd = (((endsIn[by] - 1 - month) % 3) + 3) % 3;
  return { from: firstOf(month + monthsToEnd - 2), to: addDays(firstOf(month + monthsToEnd + 1), -1) };
}

const monthsOf = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (months: number): CalendarDate =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;

/** VAT more than four years old can no longer be corrected in a return, so no return ends before this day. */
export const earliestFirstDay = (today: CalendarDate): CalendarDate => firstOf(monthsOf(today) - 48);

export type PeriodFacts = {
  readonly stagger: Stagger;
  /** The last day of the newest filed return. */
  readonly filedTo: CalendarDate | null;
  /** The first day set for the first return. */
  readonly firstDay: CalendarDate | null;
  /** The earliest tax point of all postings. Only needed without a filed return and a first day. */
  readonly firstTaxPoint: CalendarDate | null;
  readonly isRegistered: boolean;
  readonly registeredFrom: CalendarDate | null;
  readonly registeredUntil: CalendarDate | null;
  /** The latest day of VAT in no filed return. Only needed once the registration has ended. */
  readonly lastUnreturned: CalendarDate | null;
  readonly today: CalendarDate;
};

/**
 * The unfiled periods, oldest first, up to the one that contains today. They follow each other without gaps
 * or overlaps, even if the stagger changes. The final one ends with the registration; once it is filed,
 * further ones exist only for VAT that came afterwards, and those of a later registration begin with it.
 */
export function openPeriods(facts: PeriodFacts): VatPeriod[] {
  const { filedTo, registeredUntil } = facts;
  const last = lastDayOf(facts);
  if (last === null) return [];
  const periods: VatPeriod[] = [];
  for (let from = nextDayOf(facts); from <= last; ) {
    const { to: end } = vatPeriodOf(from, facts.stagger);
    const to =
      registeredUntil !== null && from <= registeredUntil && registeredUntil < end ? registeredUntil : end;
    // A registration may have ended before the earliest day, early in the first period.
    if (filedTo !== null || to >= earliestFirstDay(facts.today)) periods.push({ from, to });
    from = addDays(to, 1);
  }
  return periods;
}

/** The start of the next return: the day after the last one, or of a registration that began since. */
function nextDayOf(facts: PeriodFacts): CalendarDate {
  const { filedTo, registeredFrom } = facts;
  return filedTo === null ? firstDayOf(facts) : later(addDays(filedTo, 1), registeredFrom ?? earliestDay);
}

/** The last day for which returns are made; null without a limit. */
function lastDayOf({ isRegistered, registeredUntil, filedTo, lastUnreturned, today }: PeriodFacts) {
  if (!isRegistered) return lastUnreturned;
  if (registeredUntil === null || registeredUntil >= today) return today;
  return filedTo !== null && filedTo >= registeredUntil ? lastUnreturned : registeredUntil;
}

/** Whether a period is within the registration, ends it, or comes after it. */
export const stageOf = (
  { from, to }: VatPeriod,
  registeredUntil: CalendarDate | null,
): 'registered' | 'final' | 'after_registration' => {
  if (registeredUntil === null) return 'registered';
  if (from > registeredUntil) return 'after_registration';
  return to === registeredUntil ? 'final' : 'registered';
};

/**
 * The start of the first return: the date set, else the period of the first posting or of the registration.
 */
function firstDayOf({
  firstDay,
  firstTaxPoint,
  registeredFrom,
  stagger: by,
  today,
}: PeriodFacts): CalendarDate {
  const earliest = earliestFirstDay(today);
  const notBefore = registeredFrom ?? earliestDay;
  if (firstDay !== null) return later(later(firstDay, earliest), notBefore);
  const posted = firstTaxPoint === null || firstTaxPoint > today ? today : firstTaxPoint;
  return later(vatPeriodOf(later(posted, earliest), by).from, notBefore);
}

const earliestDay: CalendarDate = '0001-01-01';

const later = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other);

/** The due date for filing and paying: a calendar month and seven days after the period. */
export function dueOn({ to }: VatPeriod): CalendarDate {
  const month = monthsOf(to);
  const isWholeMonth = addDays(to, 1) === firstOf(month + 1);
  if (isWholeMonth) return addDays(firstOf(month + 2), 6);
  const lastOfNext = addDays(firstOf(month + 2), -1);
  const sameDay = `${firstOf(month + 1).slice(0, 8)}${to.slice(8)}`;
  return addDays(sameDay < lastOfNext ? sameDay : lastOfNext, 7);
}
