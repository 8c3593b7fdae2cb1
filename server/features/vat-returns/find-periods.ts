import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { openPeriods, type VatPeriod } from '#domain/vat-returns/vat-period';
import { findVatRegistrationDays } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { notFound } from '../../platform/http/refusal';
import { findVatPeriods } from './vat-periods';
import {
  type FiledReturn,
  findFiledReturns,
  findFirstTaxPoint,
  findLastUnreturned,
  type EntryRange,
} from './vat-returns.queries';

export type Periods = {
  /** Both oldest first; open periods begin the day after the last filed one. */
  readonly filed: readonly FiledReturn[];
  readonly open: readonly VatPeriod[];
  /** The first tax point in any return: earlier VAT is from before the registration, or was returned elsewhere. */
  readonly takesFrom: CalendarDate | null;
  /** Whether that is the first day set for the first return, not the registration. */
  readonly takesFromFirstDay: boolean;
  readonly registeredUntil: CalendarDate | null;
  readonly today: CalendarDate;
};

/**
 * All periods, filed and open, up to a day. After deregistration there are open periods only for VAT that no
 * return has.
 */
export async function findPeriods(
  db: Reader,
  today: CalendarDate,
  findFirst = findFirstTaxPoint,
): Promise<Periods> {
  const [filed, settings, registration] = [
    await findFiledReturns(db),
    await findVatPeriods(db),
    await findVatRegistrationDays(db),
  ];
  // An imported history is searched entry by entry for it, so only where the periods begin with it.
  const beginsWithEntries = filed.length === 0 && settings.first_day === null;
  const { is_registered: isRegistered, registered_from, registered_until } = registration;
  const hasEnded = !isRegistered || (registered_until !== null && registered_until < today);
  const open = openPeriods({
    stagger: settings.stagger,
    filedTo: filed.at(-1)?.to ?? null,
    firstDay: settings.first_day,
    firstTaxPoint: beginsWithEntries ? await findFirst(db) : null,
    isRegistered,
    registeredFrom: registered_from,
    registeredUntil: registered_until,
    lastUnreturned: hasEnded ? await findLastUnreturned(db, filed.at(-1)) : null,
    today,
  });
  const [first] = filed;
  const takesFrom = first ? first.takes_from : latest(registered_from, settings.first_day);
  return {
    filed,
    open,
    takesFrom,
    takesFromFirstDay:
      takesFrom !== null && takesFrom === settings.first_day && takesFrom !== registered_from,
    registeredUntil: registered_until,
    today,
  };
}

const later = (one: CalendarDate, other: CalendarDate | null | undefined) =>
  other && other > one ? other : one;
const latest = (one: CalendarDate | null, other: CalendarDate | null) =>
  one === null ? other : later(one, other);

/** Entries dated before the registration, or before the first return made here, are in no return (F102). */
const beforeFirst = (takesFrom: CalendarDate | null) => (takesFrom === null ? null : addDays(takesFrom, -1));

/** The last tax point of an open period: the final one includes everything after the registration (F102). */
const lastTakenBy = ({ filed, registeredUntil, today }: Periods, { to }: VatPeriod): CalendarDate =>
  later(to === registeredUntil ? later(to, today) : to, filed.at(-1)?.takes_to);

/** The range of all open periods; undefined if there are none. */
export function rangeOfOpen(periods: Periods): EntryRange | undefined {
  const [first, last] = [periods.open[0], periods.open.at(-1)];
  if (!first || !last) return undefined;
  return { ...periodTo(periods, first.to).range, until: lastTakenBy(periods, last) };
}

/** The period that ends on a day, with its range. 404 if there is none. */
export function periodTo(
  periods: Periods,
  to: CalendarDate,
): { readonly period: VatPeriod; readonly range: EntryRange; readonly filed: FiledReturn | undefined } {
  const { filed, open } = periods;
  const place = filed.findIndex(row => row.to === to);
  const own = filed[place];
  if (own) {
    const before = filed[place - 1];
    const range = {
      after: before ? before.takes_to : beforeFirst(own.takes_from),
      until: own.takes_to,
      lateAfter: before?.last_entry_id ?? null,
      upTo: own.last_entry_id,
    };
    return { period: own, range, filed: own };
  }
  const period = open.find(row => row.to === to);
  if (!period) throw notFound('VAT period');
  const last = filed.at(-1);
  // Late entries go into the earliest open return; the others have their own days only.
  const before = open[open.indexOf(period) - 1];
  const lateRange = {
    after: before ? later(before.to, last?.takes_to) : (last?.takes_to ?? beforeFirst(periods.takesFrom)),
    until: lastTakenBy(periods, period),
    lateAfter: before ? null : (last?.last_entry_id ?? null),
    upTo: null,
  };
  return { period, range: lateRange, filed: undefined };
}

/**
 * The open return that includes a day; undefined if there is none. Late entries go to the earliest (rule
 * V25).
 */
export const openReturnOf = (periods: Periods, day: CalendarDate): VatPeriod | undefined =>
  isBeforeReturns(periods, day)
    ? undefined
    : periods.open.find(period => day <= lastTakenBy(periods, period));

/** Whether VAT of a day is in no return, because it is from before the first one. */
export const isBeforeReturns = ({ takesFrom }: Periods, day: CalendarDate): boolean =>
  takesFrom !== null && day < takesFrom;
