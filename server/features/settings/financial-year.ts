import { londonDate } from '#domain/kernel/dates';
import { financialYearOf, type YearStart } from '#domain/kernel/financial-year';
import type { BodyOf } from '#domain/kernel/call';
import type { FinancialYear, financialYear } from '#domain/settings/financial-year.contract';
import { yearStartSetting } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getFinancialYear = async (db: Reader, now: Date): Promise<FinancialYear> =>
  reply(await findSetting(db, yearStartSetting), now);

/** Saves the start of the financial year (rule D4). Posted entries do not change. */
export const saveFinancialYear = async (
  ctx: WriteContext,
  { starts, version }: BodyOf<typeof financialYear.save>,
): Promise<FinancialYear> => reply(await saveSetting(ctx, yearStartSetting, starts, version), ctx.now);

const reply = ({ value, version }: Current<YearStart>, now: Date): FinancialYear => ({
  starts: value,
  current: financialYearOf(londonDate(now), value),
  version,
});
