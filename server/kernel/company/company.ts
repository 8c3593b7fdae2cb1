import * as z from 'zod';
import { companyNameMissing } from '#domain/settings/company-status.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

const text = z.string().nullable().default(null);
const stored = z.object({
  name: z.string(),
  trading_name: text,
  address: text,
  delivery_address: text,
  registered_office: text,
  company_number: text,
  phone: text,
  email: text,
  website: text,
});

/** The details that the business has entered about itself. */
export type CompanyFacts = z.output<typeof stored>;

const unnamed: CompanyFacts = stored.parse({ name: '' });

/** The business; its name is empty until entered. */
export const companySetting: Setting<CompanyFacts> = {
  key: 'company',
  name: 'Company',
  stored: stored.catch(unnamed),
  shown: facts => facts,
};

/** The business that uses Counterfoil, as printed at the top of its documents. */
export type Company = { readonly name: string; readonly lines: string[] };

/** The business name with its address and numbers below it. */
export const findCompany = async (db: Reader): Promise<Company> =>
  headOf((await findSetting(db, companySetting)).value);

/** The business from its setting; without a name if there is none. */
export const companyFrom = (setting: unknown): Company => headOf(companySetting.stored.parse(setting));

/**
 * The heading of documents: a company must state its registered name, number and office, whatever its
 * trading name.
 */
export function headOf(facts: CompanyFacts): Company {
  const { name, trading_name, address, registered_office, company_number, phone, email, website } = facts;
  const lines = [
    trading_name === null ? null : name,
    ...(address?.split('\n') ?? []),
    phone,
    email,
    website,
    company_number === null ? null : `Company number ${company_number}`,
    registered_office === null ? null : `Registered office: ${registered_office.split('\n').join(', ')}`,
  ];
  return {
    name: trading_name ?? (name || companyNameMissing),
    lines: lines.filter((line): line is string => line !== null && line.trim() !== ''),
  };
}
