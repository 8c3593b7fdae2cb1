import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import type { Reader } from '../../platform/database/open-database';

/** The days of the VAT registration. */
export const findVatRegistrationDays = (db: Reader): Promise<VatRegistration> =>
  db
    .selectFrom('vat_registration')
    .select(['is_registered', 'registered_from', 'registered_until'])
    .executeTakeFirstOrThrow();

/** Whether VAT applies on a date (rule V2). */
export const isVatRegisteredOn = async (db: Reader, day: CalendarDate): Promise<boolean> =>
  isRegisteredOn(await findVatRegistrationDays(db), day);
