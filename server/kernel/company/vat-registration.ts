import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';

const registration = sql<VatRegistration>`${preparedStatement}
  select is_registered, registered_from, registered_until from vat_registration`;

/** The dates of the VAT registration. */
export const findVatRegistrationDays = (db: Reader): Promise<VatRegistration> =>
  ask(db, { statement: registration, answer: onlyRow });

/** Whether the business charges and recovers VAT on a day (rule V2). */
export const isVatRegisteredOn = (db: Reader, day: CalendarDate): Promise<boolean> =>
  ask(db, findingVatRegisteredOn(day));

/** The same, to be sent with other statements. */
export const findingVatRegisteredOn = (day: CalendarDate): Question<VatRegistration, boolean> => ({
  statement: registration,
  answer: rows => isRegisteredOn(onlyRow(rows), day),
});
