import { isPlausibleDate, londonDate } from '#domain/kernel/dates';
import type { YearStart } from '#domain/kernel/financial-year';
import {
  comparedWith,
  type Comparison,
  daysIn,
  maxPeriodDays,
  type Period,
  periodOf,
} from '#domain/kernel/period';
import type { PeriodRequest } from '#domain/reports/report-query';
import { findYearStart } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** The days of a report and of its comparison, and the start of financial years. */
export type ResolvedPeriod = Period & { readonly compared: Period | null; readonly yearStart: YearStart };

/**
 * Resolves the requested days (rules D3, D4): two days as given, a named period relative to today in London,
 * this month by default. 422 if the days are in the wrong order or more than a hundred years apart.
 */
export async function resolvePeriod(
  db: Reader,
  request: PeriodRequest & { readonly compare?: Comparison | undefined },
  now: Date,
): Promise<ResolvedPeriod> {
  const [today, yearStart] = [londonDate(now), await findYearStart(db)];
  const period = requestedPeriod(request, today, yearStart);
  const compared = request.compare ? comparedWith(period, request.compare, yearStart) : null;
  return { ...period, compared, yearStart };
}

function requestedPeriod({ period, from, to }: PeriodRequest, today: string, yearStart: YearStart): Period {
  if (from === undefined && to === undefined) return periodOf(period ?? 'this_month', today, yearStart);
  const days = { from: from ?? to ?? today, to: to ?? (from && from > today ? from : today) };
  if (!isPlausibleDate(days.from) || !isPlausibleDate(days.to))
    throw invalid({ from: 'Choose dates between 1950 and 2099.' });
  if (days.from > days.to) throw invalid({ from: 'The first day must be on or before the last.' });
  if (daysIn(days) > maxPeriodDays) throw invalid({ from: 'Choose a period of at most 100 years.' });
  return days;
}
