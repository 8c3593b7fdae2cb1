import * as z from 'zod';
import { type Access } from './access';
import { call } from './call';

/** Lists have ten rows a page (K-02); a client may request up to a thousand (K-03). */
export const pageSize = 10;
export const maxPageSize = 1000;
export const maxPage = 1_000_000;
export const maxSearchLength = 200;

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** A filter's value inside; on the wire it is always text. */
export type FilterValue = string | readonly string[];
export type Filters = Readonly<Record<string, z.ZodType<FilterValue>>>;

/** What a list offers: its sort columns, the default sort order, and its filters. */
export type Listing<Sort extends string, Own extends Filters> = {
  readonly sort: readonly [Sort, ...Sort[]];
  readonly defaultSort: { readonly by: Sort; readonly order: SortOrder };
  readonly filters: Own;
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
    (value: FilterValue) => (typeof value === 'string' ? isStorable(value) : value.every(isStorable)),
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
  const filter = z
    .string()
    .regex(new RegExp(`^${one}(?:,${one})*$`), firstMessage(choice, ''))
    .transform(text => [...new Set(valuesIn(text))] as Value[])
    .meta({ description: `One or more, separated by commas: ${options.join(', ')}.` });
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

/** The query of a list or its export: its own fields, then search, sorting and the listing's filters. */
function querySchema(listing: AnyListing, own: z.ZodRawShape) {
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
  terms: { summary: string; access: Access; exportAccess: Access; listing: Listing<Sort, Own>; row: Row },
) {
  const { summary, access, exportAccess, listing, row } = terms;
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
      perMinute: 20,
    }),
  };
}

/** On the wire all of a query is text. */
export type ListQuerySent = Readonly<Record<string, string | undefined>>;

/** The maximum number of rows of a long report in a PDF, over a hundred pages; a spreadsheet has them all. */
export const printedRows = 5_000;
