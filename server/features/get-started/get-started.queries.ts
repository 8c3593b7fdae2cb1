import { sql } from 'kysely';
import type { GetStarted } from '#domain/get-started/get-started.contract';
import { systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';

/** What the business has entered so far, sample data aside. Counts stop at a thousand. */
export type SetUpFacts = GetStarted['found'] & {
  readonly has_address: boolean;
  /** Saved at least once, as registered or as not registered. */
  readonly is_vat_decided: boolean;
  readonly is_registered: boolean;
  readonly has_vat_periods: boolean;
  readonly has_bank_details: boolean;
  readonly is_year_saved: boolean;
  readonly has_opened_till: boolean;
};

const maxCounted = 1000;
const countOf = (table: string, condition = sql``) =>
  sql`(select count(*) from (select from ${sql.table(table)} ${condition} limit ${sql.lit(maxCounted)}) as counted)`;

/** Once the business trades with the sample data, they stay and are its own. */
const hasSample = sql`(exists (select from sample_data) and traded_on_sample_data() is null)`;
/** Without the sample data and what was tried out with it, which will be removed: what there was before is the business's own. */
const ownCountOf = (table: string) => sql`case when ${hasSample}
    then (select count(*) from (
      select from sample_before where table_name = ${sql.lit(table)} limit ${sql.lit(maxCounted)}) as counted)
    else ${countOf(table)} end`;

export async function findSetUpFacts(db: Reader): Promise<SetUpFacts & { readonly suspense: number }> {
  const { rows } = await sql<SetUpFacts & { suspense: number }>`
    select nullif(company.value ->> 'name', '') as company_name,
      company.value ->> 'address' is not null as has_address,
      v.vat_number, v.is_registered, v.version > 1 as is_vat_decided,
      exists (select from vat_periods where version > 1) as has_vat_periods,
      exists (select from settings where key = 'bank_details' and value ->> 'account_name' is not null)
        as has_bank_details,
      exists (select from settings where key = 'financial_year_start') as is_year_saved,
      ${ownCountOf('units')} as units, ${ownCountOf('categories')} as categories, ${ownCountOf('products')} as products,
      ${countOf('users', sql`where status = 'active'`)} as users,
      ${countOf('registers', sql`where status = 'active'`)} as registers,
      not ${hasSample} and exists (select from till_sessions) as has_opened_till,
      ${ownCountOf('sales')} as sales,
      ${countOf(
        'journals',
        sql`where not ${hasSample} and kind = 'opening' and reverses_id is null
        and id not in (select reverses_id from journals where reverses_id is not null)`,
      )} as opening_items,
      (select max(coalesce(taken_at, requested_at)) from backups where holds) as last_backup_at,
      (select coalesce(sum(debit_pence - credit_pence), 0)::bigint from ledger_by_day
        where not ${hasSample} and account_code = ${systemAccounts.openingSuspense}) as suspense
    from vat_registration v left join settings company on company.key = 'company'`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The VAT registration has one row');
  return facts;
}
