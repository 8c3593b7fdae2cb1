import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';

/** The dates of the VAT registration. */
export async function findVatRegistrationDays(db: Reader): Promise<VatRegistration> {
  const { rows } = await sql<VatRegistration>`${preparedStatement}
    select is_registered, registered_from, registered_until from vat_registration`.execute(db);
  return onlyRow(rows);
}

/** Whether the business charges and recovers VAT on a day (rule V2). */
export const isVatRegisteredOn = async (db: Reader, day: CalendarDate): Promise<boolean> =>
  isRegisteredOn(await findVatRegistrationDays(db), day);
