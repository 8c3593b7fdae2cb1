import { sql } from 'kysely';
import type { VatRegistration } from '#domain/kernel/vat-registration';
import type { CompanyStatus } from '#domain/settings/company-status.contract';
import { companySetting } from '../../kernel/company';
import { findSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';

/** The company details still to be entered, for any signed-in user. */
export async function findCompanyStatus(db: Reader): Promise<CompanyStatus> {
  const { value: company } = await findSetting(db, companySetting);
  const { rows } = await sql<
    VatRegistration & { vat_number: string | null }
  >`select is_registered, vat_number, registered_from, registered_until from vat_registration`.execute(db);
  const [registration] = rows;
  if (!registration) throw new Error('The VAT registration has one row');
  const { vat_number, ...facts } = registration;
  return {
    is_named: (company.trading_name ?? company.name) !== '',
    vat: !registration.is_registered
      ? 'not_registered'
      : vat_number === null
        ? 'number_missing'
        : 'registered',
    registration: facts,
  };
}
