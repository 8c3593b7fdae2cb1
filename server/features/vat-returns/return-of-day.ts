import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { nineBoxes } from '#domain/vat-returns/nine-boxes';
import type { VatPeriod } from '#domain/vat-returns/vat-period';
import type { Reader } from '../../platform/database/open-database';
import { findPeriods, isBeforeReturns, openReturnOf, periodTo } from './find-periods';
import {
  type Corrections,
  type EntrySum,
  findFirstEntryOf,
  sumCorrections,
  sumEntries,
} from './vat-returns.queries';

/** The return that has or will have a journal's VAT; null if none does. */
export async function findReturnOf(
  db: Reader,
  { journalId, day }: { journalId: number; day: CalendarDate },
  today: CalendarDate,
): Promise<{ to: CalendarDate; is_filed: boolean } | null> {
  const periods = await findPeriods(db, today);
  const entry = await findFirstEntryOf(db, journalId);
  const filed = periods.filed.find(
    row =>
      entry !== null && entry <= row.last_entry_id && day <= row.takes_to && !isBeforeReturns(periods, day),
  );
  if (filed) return { to: filed.to, is_filed: true };
  const open = openReturnOf(periods, day);
  return open ? { to: open.to, is_filed: false } : null;
}

/** The first tax point that a return here includes; null if the first return includes everything before it. */
export const findFirstReturnedDay = async (db: Reader, today: CalendarDate): Promise<CalendarDate | null> =>
  (await findPeriods(db, today)).takesFrom;

/**
 * The boxes of the open return for a day, its error corrections, the net of those with its late entries, and its sales
 * without them, on which the limit depends (rule V25); undefined if there is none.
 */
export async function sumReturnOf(
  db: Reader,
  day: CalendarDate,
  today: CalendarDate,
): Promise<
  { period: VatPeriod; sums: EntrySum[]; corrections: Corrections; errors: Pence; sales: Pence } | undefined
> {
  const periods = await findPeriods(db, today);
  const period = openReturnOf(periods, day);
  if (!period) return undefined;
  const { range } = periodTo(periods, period.to);
  const sums = await sumEntries(db, range, period.from);
  const late = nineBoxes(sums.filter(sum => sum.is_late));
  const corrections = await sumCorrections(db, range, period.from);
  return {
    period,
    sums,
    corrections,
    errors: toPence(late.box_1 - late.box_4 + corrections.net),
    sales: toPence(nineBoxes(sums).box_6 - corrections.sales),
  };
}
