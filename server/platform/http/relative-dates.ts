import type { AnyCall } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { YearStart } from '#domain/kernel/financial-year';
import { type DatedQuery, takesPeriod } from '#domain/kernel/list-query';
import { periodOf } from '#domain/kernel/period';
import type { Reader } from '../database/open-database';

/** What relative dates are relative to. The start of financial years is passed in: the platform knows no settings. */
export type DateServices = {
  readonly db: Reader;
  readonly clock: () => Date;
  readonly findYearStart: (db: Reader) => Promise<YearStart>;
};

/**
 * Replaces the `period` of a list's query by its days, relative to today in London (rules D3, D4). Days in the query take
 * precedence, as in reports and in the browser.
 */
export async function withDays(services: DateServices, { query: schema }: AnyCall, query: unknown) {
  if (!takesPeriod(schema)) return query;
  const { period, ...rest } = query as DatedQuery;
  if (!period || rest.from !== undefined || rest.to !== undefined) return rest;
  return {
    ...rest,
    ...periodOf(period, londonDate(services.clock()), await services.findYearStart(services.db)),
  };
}
