import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { nineBoxes } from '#domain/vat-returns/nine-boxes';
import { dueOn } from '#domain/vat-returns/vat-period';
import type { Reader } from '../../platform/database/open-database';
import { findPeriods, rangeOfOpen } from './find-periods';
import { sumOpenPeriods } from './vat-returns.queries';

type VatToFile = {
  readonly to: CalendarDate;
  readonly due_on: CalendarDate;
  /** Box 5; negative if HMRC pays it to the business. */
  readonly amount: Pence;
};

/** How many returns are past their due date and not filed. */
export async function countOverdueReturns(db: Reader, today: CalendarDate): Promise<number> {
  const { open } = await findPeriods(db, today);
  return open.filter(period => dueOn(period) < today).length;
}

/**
 * The VAT of the periods that are over and not filed, and the due date of the last return filed. A period that still
 * runs is due five weeks after its end at the earliest.
 */
export async function findVatDue(
  db: Reader,
  today: CalendarDate,
): Promise<{ readonly toFile: readonly VatToFile[]; readonly filedDueOn: CalendarDate | null }> {
  const periods = await findPeriods(db, today);
  const open = periods.open.filter(({ to }) => to < today);
  const sums = await sumOpenPeriods(db, open, rangeOfOpen({ ...periods, open }));
  const last = periods.filed.at(-1);
  return {
    toFile: open.map(period => {
      const { box_3, box_4 } = nineBoxes(sums.get(period.to) ?? []);
      return { to: period.to, due_on: dueOn(period), amount: toPence(box_3 - box_4) };
    }),
    filedDueOn: last ? dueOn(last) : null,
  };
}
