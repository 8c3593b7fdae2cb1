import { usualYearStart, type YearStart } from '#domain/kernel/financial-year';
import type { Reader } from '../../platform/database/open-database';

const form = /^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

/** The month and day on which the firm's financial year starts; 1 April until it says otherwise (rule D4). */
export async function findYearStart(db: Reader): Promise<YearStart> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'financial_year_start')
    .executeTakeFirst();
  return typeof row?.value === 'string' && form.test(row.value) ? row.value : usualYearStart;
}
