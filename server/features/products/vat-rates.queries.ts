import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type DatedRate, type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import { isVatRegisteredOn } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';

/** The dated table of rates (rule V1). */
export async function findVatRates(db: Reader): Promise<DatedRate[]> {
  const { rows } = await sql<{ code: VatCode; rate: number; valid_from: CalendarDate }>`${preparedStatement}
    select code, (rate_percent * 100)::integer as rate, valid_from from vat_rates`.execute(db);
  return rows.map(row => ({ code: row.code, rate: row.rate, validFrom: row.valid_from }));
}

/** The rate of each code on a day, as suppliers charge it; zero for a code that has no rate yet. */
export async function vatRatesOn(db: Reader, date: CalendarDate): Promise<(code: VatCode) => VatRate> {
  const rates = await findVatRates(db);
  return code => vatRateOn(code, date, rates) ?? 0;
}

/** The rate at which the company itself sells: zero while it is not registered for VAT (rule V2). */
export async function sellingRatesOn(db: Reader, date: CalendarDate): Promise<(code: VatCode) => VatRate> {
  return (await isVatRegisteredOn(db, date)) ? vatRatesOn(db, date) : () => 0;
}
