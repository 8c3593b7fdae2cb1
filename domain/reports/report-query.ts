import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import {
  type Filters,
  type Listing,
  maxSearchLength,
  orBlank,
  sortOrders,
  storable,
} from '../kernel/list-query';
import { comparisonNames, periodName } from '../kernel/period';

/** The names of a record of names, as the options of a choice. */
export const keys = <Names extends Readonly<Record<string, string>>>(names: Names) =>
  Object.keys(names) as [keyof Names & string, ...(keyof Names & string)[]];

export const comparison = z.enum(keys(comparisonNames), 'Compare with: previous, year.');

/** The days of a report: a named period, or two days. Defaults to this month. */
export const periodFilters = { period: periodName, from: calendarDate, to: calendarDate };
export type PeriodRequest = {
  readonly period?: z.output<typeof periodName> | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export { orBlank as orNone } from '../kernel/list-query';

/** The filters of a list as the query of its totals. */
export const eachOrNone = <Own extends Filters>(filters: Own) =>
  z.strictObject(
    Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, orBlank(filter)])),
    // Built from the filters at run time, so the type is written out.
  ) as unknown as z.ZodType<
    { [Name in keyof Own]?: z.output<Own[Name]> | undefined },
    Readonly<Record<string, string | undefined>>
  >;

/** The search of a list, for its totals and PDF: trimmed like there, so that they have the same rows. */
export const searchFilter = storable(
  z
    .string()
    .max(maxSearchLength, `Search for at most ${maxSearchLength} characters.`)
    .transform(text => text.normalize('NFC').trim()),
);

/**
 * The query of a list as its export takes it: filters, search and order, plus `more` that the list does not
 * know.
 */
export const drawnQuery = <Sort extends string, Own extends Filters, More extends Filters>(
  { filters, sort }: Listing<Sort, Own>,
  more: More,
) =>
  eachOrNone({
    ...filters,
    ...more,
    search: searchFilter,
    sort_by: z.enum(sort, `Sort by one of: ${sort.join(', ')}.`),
    sort_order: z.enum(sortOrders, 'Sort order must be asc or desc.'),
  });

export const periodQuery = {
  period: orBlank(periodName),
  from: orBlank(calendarDate),
  to: orBlank(calendarDate),
};
export const compareQuery = { compare: orBlank(comparison) };

/** The days of a report and of its comparison. */
export const periodReply = {
  from: calendarDate,
  to: calendarDate,
  compared: z.object({ from: calendarDate, to: calendarDate }).nullable(),
};

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportFormat = z.enum(reportFormats, 'Export as csv, xlsx or pdf.').default('csv');

/** A percentage in hundredths of a percent, inside and on the wire; null if there is none. */
export const share = z
  .int()
  .nullable()
  .meta({ description: 'In hundredths of a percent: 2050 is 20.5%. Null if the divisor is zero.' });
