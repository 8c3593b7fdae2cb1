import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import type { Reader } from '../../platform/database/open-database';

/** Whether the firm charges and recovers VAT on a day (rule V2). */
export async function isVatRegisteredOn(db: Reader, day: CalendarDate): Promise<boolean> {
  const registration = await db
    .selectFrom('vat_registration')
    .select(['is_registered', 'registered_from', 'registered_until'])
    .executeTakeFirstOrThrow();
  return isRegisteredOn(registration, day);
}
