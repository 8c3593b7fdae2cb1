import * as z from 'zod';
import { type Access } from './access';
import { call } from './call';
import { type PeriodName, periodName } from './period';
import type { ProtectedFigures } from './protected-figures';

/** Lists have ten rows a page (K-02); a client may request up to a thousand (K-03). */
export const pageSize = 10;
/** The numbers of rows that a list offers to show. */
export const pageSizes = [pageSize, 25, 50, 100, 250, 1000] as const;
export const maxPageSize = 1000;
export const maxPage = 1_000_000;
export const maxSearchLength = 200;

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** A filter's value inside; on the wire it is always text. */
export type FilterValue = string | readonly (string | number | null)[];
export type Filters = Readonly<Record<string, z.ZodType<FilterValue>>>;

/** What a list offers: its sort columns, the default sort order, its filters, and what of it needs a permission of its own. */
export type Listing<Sort extends string, Own extends Filters> = {
  readonly sort: readonly [Sort, ...Sort[]];
  readonly defaultSort: { readonly by: Sort; readonly order: SortOrder };
  readonly filters: Own;
  readonly protects?: readonly ProtectedFigures<Sort, keyof Own & string>[];
};

export type AnyListing = Listing<string, Filters>;

const wholeNumber = (label: string, smallest: number, largest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${label} must be a whole number from ${smallest} to ${largest}.`)
    .transform(Number)
    .refine(
      n => n >= smallest && n <= largest,
      `${label} must be a whole number from ${smallest} to ${largest}.`,
    )
    .optional();

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Query text that the database accepts: without NUL or half characters. */
export function storable<T extends z.ZodType<FilterValue>>(filter: T): T {
  return filter.refine(
    (value: FilterValue) => [value].flat().every(one => typeof one !== 'string' || isStorable(one)),
    'Remove the characters that cannot be printed.',
  );
}

const severalFilters = new WeakSet<z.ZodType>();

/** Whether a filter takes several values. */
export const takesSeveral = (filter: z.ZodType | undefined): boolean =>
  filter !== undefined && severalFilters.has(filter);

/** The values of a filter as in an address. */
export const valuesIn = (text: string | undefined): readonly string[] => text?.split(',') ?? [];

/** A filter that takes several of its choices, separated by commas: `draft,sent` finds drafts and what was sent. */
export function severalOf<Value extends string>(
  choice: z.ZodType<Value> & { readonly options: readonly Value[] },
) {
  const { options } = choice;
  const one = `(?:${options.join('|')})`;
  return several(
    z
      .string()
      .regex(new RegExp(`^${one}(?:,${one})*$`), firstMessage(choice, ''))
      .transform(text => distinct(text) as Value[])
      .meta({ description: `One or more, separated by commas: ${options.join(', ')}.` }),
  );
}

const distinct = (text: string): string[] => [...new Set(valuesIn(text))];

/** The maximum number of records in one filter. */
export const maxFilterIds = 100;

const idPattern = String.raw`[1-9]\d{0,14}`;
const upToMax = (one: string) => new RegExp(`^${one}(?:,${one}){0,${maxFilterIds - 1}}$`);

/** A filter that takes the ids of several records, separated by commas: `3,7`. `records` names them in the plural. */
export const severalIds = (records: string) =>
  several(
    z
      .string()
      .regex(upToMax(idPattern), `Enter the ids of at most ${maxFilterIds} ${records}, separated by commas.`)
      .transform(text => distinct(text).map(Number))
      .meta({ description: `Ids of ${records}, separated by commas; at most ${maxFilterIds}.` }),
  );

/** The same, where `none` finds what belongs to no such record; it is null inside. */
export const severalIdsOrNone = (records: string) =>
  several(
    z
      .string()
      .regex(
        upToMax(`(?:${idPattern}|none)`),
        `Enter the ids of at most ${maxFilterIds} ${records}, separated by commas, or none.`,
      )
      .transform(text => distinct(text).map(one => (one === 'none' ? null : Number(one))))
      .meta({ description: `Ids of ${records}, or none, separated by commas; at most ${maxFilterIds}.` }),
  );

/**
 * A filter that takes several codes, such as those of accounts, separated by commas. `things` names what they are codes
 * of in the plural.
 */
export const severalCodes = (things: string, code: z.ZodType<string>, example: string) =>
  several(
    z
      .string()
      .transform(distinct)
      .refine(codes => codes.length <= maxFilterIds && codes.every(one => code.safeParse(one).success), {
        error: `Enter the codes of at most ${maxFilterIds} ${things}, separated by commas.`,
      })
      .transform(codes => [...new Set(codes.map(one => code.parse(one)))])
      .meta({
        description: `Codes of ${things}, separated by commas, such as ${example}; at most ${maxFilterIds}.`,
      }),
  );

/**
 * A filter that takes several of the users' own words, such as departments, separated by commas. `things` names them in
 * the plural.
 */
export const severalWords = (things: string, maxLength: number) =>
  several(
    z
      .string()
      .transform(text => [...new Set(valuesIn(text).map(wordIn))])
      .refine(
        words =>
          words.length <= maxFilterIds && words.every(word => word.trim() !== '' && word.length <= maxLength),
        `Enter at most ${maxFilterIds} ${things} of at most ${maxLength} characters, separated by commas.`,
      )
      .meta({
        description: `One or more ${things}, separated by commas; a comma within one is written as %2C, a percent sign as %25.`,
      }),
  );

/** A word as it stands among others in such a filter. */
export const asFilterWord = (word: string): string => word.replaceAll('%', '%25').replaceAll(',', '%2C');
export const wordIn = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%');

function several<Filter extends z.ZodType>(filter: Filter): Filter {
  severalFilters.add(filter);
  return filter;
}

// A client without a chosen filter sends an empty value, which is the same as none.
export function orBlank<T extends z.ZodType<FilterValue>>(chosen: T) {
  const filter = storable(chosen);
  return z
    .union([z.literal(''), filter], { error: issue => firstMessage(filter, issue.input) })
    .optional()
    .transform(value => (value === '' ? undefined : (value as z.output<T> | undefined)));
}

const firstMessage = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

const searchText = storable(
  z.string().max(maxSearchLength, `Enter at most ${maxSearchLength} characters to search for.`),
)
  .optional()
  .transform(text => text?.normalize('NFC').trim() || undefined);

/** A list's query once parsed: defaults filled in, blanks removed. */
export type ListQuery<Sort extends string, Own> = FilterQuery<Sort, Own> & {
  page: number;
  per_page: number;
};
export type ExportQuery<Sort extends string, Own> = FilterQuery<Sort, Own> & { format: ExportFormat };
type FilterQuery<Sort extends string, Own> = {
  search?: string | undefined;
  sort_by: Sort;
  sort_order: SortOrder;
} & { [Name in keyof Own]?: z.output<Own[Name]> | undefined };

/** The requested page of a list, and its length. */
export const paging = {
  page: wholeNumber('Page', 1, maxPage).transform(n => n ?? 1),
  per_page: wholeNumber('Page size', 1, maxPageSize).transform(n => n ?? pageSize),
};

/** Whether a list has a first and last day, and so takes relative dates; reports resolve a `period` of their own. */
export const isDated = ({ filters }: Pick<AnyListing, 'filters'>): boolean =>
  'from' in filters && 'to' in filters && !('period' in filters);

const relativeDates = periodName.meta({
  description: 'Relative dates, for London days. Ignored if from or to is given.',
});

const datedQueries = new WeakSet<z.ZodType>();

/** Whether a query takes relative dates. The server replaces them by days before a route sees the query. */
export const takesPeriod = (query: z.ZodType): boolean => datedQueries.has(query);

/** What `takesPeriod` promises of a parsed query. */
export type DatedQuery = {
  readonly period?: PeriodName | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The query of a list or its export: its own fields, then search, sorting and the listing's filters. */
function querySchema(listing: AnyListing, own: z.ZodRawShape) {
  const query = undatedSchema(listing, isDated(listing) ? { ...own, period: orBlank(relativeDates) } : own);
  if (isDated(listing)) datedQueries.add(query);
  return query;
}

function undatedSchema(listing: AnyListing, own: z.ZodRawShape) {
  const filters = Object.fromEntries(
    Object.entries(listing.filters).map(([name, filter]) => [name, orBlank(filter)]),
  );
  return z
    .strictObject({
      ...own,
      search: searchText,
      sort_by: z
        .enum(listing.sort, `Sort by one of: ${listing.sort.join(', ')}.`)
        .default(listing.defaultSort.by),
      sort_order: z.enum(sortOrders, 'Sort order must be asc or desc.').optional(),
      ...filters,
    })
    .transform(query => ({ ...query, sort_order: query.sort_order ?? defaultOrder(listing, query.sort_by) }));
}

// A new sort column starts ascending; only the list's own default may start descending (M-13).
const defaultOrder = (listing: AnyListing, sortBy: unknown): SortOrder =>
  sortBy === listing.defaultSort.by ? listing.defaultSort.order : 'asc';

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), current_page: z.int(), last_page: z.int(), total: z.int() });

export type PageOf<Row> = { data: Row[]; current_page: number; last_page: number; total: number };

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A paged list at `GET path`, and its export at `GET path/export`: the same filters, all rows, as a file. */
export function listCalls<
  const Path extends string,
  const Sort extends string,
  Row extends z.ZodType,
  Own extends Filters,
>(
  path: Path,
  terms: {
    summary: string;
    access: Access;
    exportAccess: Access;
    /** Because its export holds data of people. */
    exportNeedsConfirmation?: boolean;
    listing: Listing<Sort, Own>;
    row: Row;
  },
) {
  const { summary, access, exportAccess, exportNeedsConfirmation, listing, row } = terms;
  // The shapes are built from the listing at run time, so their types are stated here once.
  const query = querySchema(listing, paging) as unknown as z.ZodType<ListQuery<Sort, Own>, ListQuerySent>;
  const format = z.enum(exportFormats, 'Export as csv or xlsx.').default('csv');
  const exportQuery = querySchema(listing, { format }) as unknown as z.ZodType<
    ExportQuery<Sort, Own>,
    ListQuerySent
  >;
  return {
    list: { ...call('GET', path, { summary, access, query, reply: pageOf(row) }), listing },
    export: call('GET', `${path}/export`, {
      summary: `${summary.replace(/^List /, 'Export ')} (all rows, as CSV or XLSX)`,
      access: exportAccess,
      query: exportQuery,
      reply: z.unknown(),
      replyKind: 'file',
      inBackground: true,
      ...(exportNeedsConfirmation ? { needsConfirmation: true } : {}),
      perMinute: 20,
    }),
  };
}

/** On the wire all of a query is text. */
export type ListQuerySent = Readonly<Record<string, string | undefined>>;

/** The maximum number of rows of a long report in a PDF, over a hundred pages; a spreadsheet has them all. */
export const printedRows = 5_000;
