import { defaultYearStart, type YearStart, yearStart } from '#domain/kernel/financial-year';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** The month and day on which the financial year starts; 1 April by default (rule D4). */
export const yearStartSetting: Setting<YearStart> = {
  key: 'financial_year_start',
  name: 'Financial year',
  stored: yearStart.catch(defaultYearStart),
  shown: starts => ({ starts }),
};

export const findYearStart = async (db: Reader): Promise<YearStart> =>
  (await findSetting(db, yearStartSetting)).value;
