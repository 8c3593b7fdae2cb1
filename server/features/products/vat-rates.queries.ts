import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import { type DatedRate, type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';

type Row = { readonly code: VatCode; readonly rate: number; readonly valid_from: CalendarDate };
const datedRate = ({ code, rate, valid_from }: Row): DatedRate => ({ code, rate, validFrom: valid_from });

/** The dated table of rates (rule V1). */
export async function findVatRates(db: Reader): Promise<DatedRate[]> {
  const { rows } = await sql<Row>`${preparedStatement}
    select code, (rate_percent * 100)::integer as rate, valid_from from vat_rates`.execute(db);
  return rows.map(datedRate);
}

const rateAt =
  (rates: readonly DatedRate[], date: CalendarDate) =>
  (code: VatCode): VatRate =>
    vatRateOn(code, date, rates) ?? 0;

/** The rate of each code on a day, as suppliers charge it; zero for a code that has no rate yet. */
export async function vatRatesOn(db: Reader, date: CalendarDate): Promise<(code: VatCode) => VatRate> {
  return rateAt(await findVatRates(db), date);
}

/** The rate at which the company itself sells: zero while it is not registered for VAT (rule V2). */
export async function sellingRatesOn(db: Reader, date: CalendarDate): Promise<(code: VatCode) => VatRate> {
  const { rows } = await sql<Row & VatRegistration>`${preparedStatement}
    select r.code, (r.rate_percent * 100)::integer as rate, r.valid_from, v.is_registered, v.registered_from,
      v.registered_until
    from vat_rates r cross join vat_registration v`.execute(db);
  const [registration] = rows;
  if (!registration || !isRegisteredOn(registration, date)) return () => 0;
  return rateAt(rows.map(datedRate), date);
}
