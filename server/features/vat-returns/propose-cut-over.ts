import { addDays, type CalendarDate } from '#domain/kernel/dates';
import type { Reader } from '../../platform/database/open-database';
import { findPeriods } from './find-periods';
import { findFirstOwnTaxPoint } from './vat-returns.queries';

/**
 * The day before the first period returned here: up to then the VAT of an imported history was returned
 * elsewhere (rule V29). Today if no return is open.
 */
export async function proposeCutOver(db: Reader, today: CalendarDate): Promise<CalendarDate> {
  const { open } = await findPeriods(db, today, findFirstOwnTaxPoint);
  return open[0] ? addDays(open[0].from, -1) : today;
}
