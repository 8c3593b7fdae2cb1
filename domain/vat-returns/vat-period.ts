import * as z from 'zod';
import { addDays, type CalendarDate } from '../kernel/dates';

/** When VAT periods end: HMRC's three groups of quarters, or each month. */
export const stagger = z.enum(['group_1', 'group_2', 'group_3', 'monthly'], 'Choose when VAT periods end.');
export type Stagger = z.infer<typeof stagger>;
export const staggerNames: Readonly<Record<Stagger, string>> = {
  group_1: 'Quarters to March, June, September and December',
  group_2: 'Quarters to January, April, July and October',
  group_3: 'Quarters to February, May, August and November',
  monthly: 'Months',
};

/** The first and the last day that a return is for. */
export type VatPeriod = { readonly from: CalendarDate; readonly to: CalendarDate };

/** Which month of three a group's quarters end in, January being 1. */
const endsIn: Readonly<Record<Exclude<Stagger, 'monthly'>, number>> = { group_1: 3, group_2: 1, group_3: 2 };

/** The whole period that a day is in. */
export function vatPeriodOf(day: CalendarDate, by: Stagger): VatPeriod {
  const month = monthsOf(day);
  if (by === 'monthly') return { from: firstOf(month), to: addDays(firstOf(month + 1), -1) };
  // Months are counted from 0, so a quarter's last month leaves one less than its number.
  const left = (((endsIn[by] - 1 - month) % 3) + 3) % 3;
  return { from: firstOf(month + left - 2), to: addDays(firstOf(month + left + 1), -1) };
}

const monthsOf = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (months: number): CalendarDate =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;

/** VAT of more than four years ago is not corrected by a return any more, so no return ends before this day. */
export const earliestFirstDay = (today: CalendarDate): CalendarDate => firstOf(monthsOf(today) - 48);

export type PeriodFacts = {
  readonly stagger: Stagger;
  /** The last day of the newest filed return. */
  readonly filedTo: CalendarDate | null;
  /** The day that the firm named for its first return. */
  readonly firstDay: CalendarDate | null;
  /** The first tax point of all that is posted. */
  readonly firstTaxPoint: CalendarDate | null;
  readonly isRegistered: boolean;
  readonly registeredFrom: CalendarDate | null;
  readonly registeredUntil: CalendarDate | null;
  /** The latest day of VAT that no filed return has. Asked for only where the registration has ended. */
  readonly lastUnreturned: CalendarDate | null;
  readonly today: CalendarDate;
};

/**
 * The periods that no return is filed for, oldest first, the one that today is in being the last. They follow one
 * another without gap or overlap, also when the stagger changed in between. The final one ends with the registration;
 * once it is filed, further ones follow only for VAT that came afterwards.
 */
export function openPeriods(facts: PeriodFacts): VatPeriod[] {
  const { filedTo, registeredUntil } = facts;
  const last = lastDayOf(facts);
  if (last === null) return [];
  const periods: VatPeriod[] = [];
  for (let from = filedTo === null ? firstDayOf(facts) : addDays(filedTo, 1); from <= last; ) {
    const { to: end } = vatPeriodOf(from, facts.stagger);
    const to =
      registeredUntil !== null && from <= registeredUntil && registeredUntil < end ? registeredUntil : end;
    periods.push({ from, to });
    from = addDays(to, 1);
  }
  return periods;
}

/** The day up to which returns are made; null for none. */
function lastDayOf({ isRegistered, registeredUntil, filedTo, lastUnreturned, today }: PeriodFacts) {
  if (!isRegistered) return lastUnreturned;
  if (registeredUntil === null || registeredUntil >= today) return today;
  return filedTo !== null && filedTo >= registeredUntil ? lastUnreturned : registeredUntil;
}

/** Whether a period is of the registration, ends it, or comes after it. */
export const stageOf = (
  { from, to }: VatPeriod,
  registeredUntil: CalendarDate | null,
): 'registered' | 'final' | 'after_registration' => {
  if (registeredUntil === null) return 'registered';
  if (from > registeredUntil) return 'after_registration';
  return to === registeredUntil ? 'final' : 'registered';
};

/** Where the first return begins: as the firm says, else with the period of the first posting or the registration. */
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

/** The day by which a return is sent and paid: a calendar month and seven days after its period. */
export function dueOn({ to }: VatPeriod): CalendarDate {
  const month = monthsOf(to);
  const isWholeMonth = addDays(to, 1) === firstOf(month + 1);
  if (isWholeMonth) return addDays(firstOf(month + 2), 6);
  const lastOfNext = addDays(firstOf(month + 2), -1);
  const sameDay = `${firstOf(month + 1).slice(0, 8)}${to.slice(8)}`;
  return addDays(sameDay < lastOfNext ? sameDay : lastOfNext, 7);
}
