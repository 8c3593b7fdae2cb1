import { useEffect, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type HiddenFigures, hiddenFigures } from '#domain/kernel/protected-figures';
import type { IgnoredParam } from './ignored-params';
import { type AnyListing, isDated, pageSize, pageSizes, type SortOrder } from '#domain/kernel/list-query';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { YearStart } from '#domain/kernel/financial-year';
import { type PeriodName, periodNames, periodOf } from '#domain/kernel/period';
import { type Density, keepLayout, layoutNames, type ListLayout, useKeptLayout } from './list-layout';
import { useUser } from './session';

type SearchParams = Readonly<Record<string, string | undefined>>;

/** The view in an address that asks for the list without the user's default view. */
export const standardView = 'standard';

/** Far more than the names of all columns of a list need, with their widths. */
const maxColumnsText = 1000;

type Listed = { readonly listing: Pick<AnyListing, 'sort' | 'filters'> };

/** The sort columns and filter names of a list's contract. */
export type SortKeyOf<C extends Listed> = C['listing']['sort'][number];
type FilterNameOf<C extends Listed> = keyof C['listing']['filters'] & string;

/** The state of the list of a contract. */
export type ListStateOf<C extends Listed> = ListState<SortKeyOf<C>, FilterNameOf<C>>;

/**
 * The state of a list, kept in the URL only, so that Back, Forward, reload and shared links restore it. A
 * list with more sort keys and filters than needed will do.
 */
export type ListState<SortKey extends string = never, FilterName extends string = never> = {
  readonly listing: AnyListing;
  /** The list's name: the path of its call. */
  readonly name: string;
  /** The saved view that the address started from. */
  readonly view: string | undefined;
  readonly layout: {
    readonly columns: string | undefined;
    readonly widths: string | undefined;
    readonly density: Density;
    readonly perPage: number;
  };
  /** The search and the layout as in an address, without the page. */
  readonly params: Readonly<Record<string, string>>;
  readonly page: number;
  readonly search: string;
  readonly sortBy: string;
  readonly sortOrder: SortOrder;
  readonly filters: { readonly [Name in FilterName]?: string | undefined };
  /** The relative dates in the address; its days are in the filters. Null if the list has no dates. */
  readonly period: PeriodName | undefined | null;
  /** Parameters of the URL that are not filters of this list. */
  readonly ignored: readonly IgnoredParam[];
  /** What the address sorts or filters by although the user may not see it, so the list does not. */
  readonly hidden: readonly HiddenFigures[];
  /** As the API takes it; equal states have equal queries. */
  readonly query: Record<string, string>;
  /** Whether any filter is set, so that an empty page means "no match". */
  readonly isNarrowed: boolean;
  readonly setPage: (page: number) => void;
  /** Replaces the history entry: the URL named a page that does not exist. */
  readonly correctPage: (page: number) => void;
  readonly setSearch: (search: string) => void;
  readonly setFilter: (name: FilterName, value: string) => void;
  /** Sets several filters as one history entry. A blank value removes a filter. */
  readonly setFilters: (values: Readonly<Partial<Record<FilterName, string>>>) => void;
  /** The sorted column is reversed; a new column starts ascending (M-13). */
  readonly toggleSort: (column: SortKey) => void;
  readonly setSort: (column: string, order: SortOrder) => void;
  readonly clear: () => void;
  /** Shows every day, or those of relative dates, which the address keeps. */
  readonly setPeriod: (period: PeriodName | '') => void;
  readonly clearFilters: () => void;
  /** Changes how the table is shown. Without a saved view it is kept for the next visit. */
  readonly setLayout: (changes: ListLayout) => void;
  /** Goes back to the layout that the list has of itself. */
  readonly resetLayout: () => void;
  /** Shows a saved view; without parameters the list as it is of itself. */
  readonly openView: (view: string, params: SearchParams, how?: { readonly replace: true }) => void;
};

/** Reads the list state from the URL. Invalid values fall back to the default. */
export function useListState<C extends { readonly listing: AnyListing; readonly path: string }>({
  listing,
  path,
}: C): ListStateOf<C> {
  const navigate = useNavigate();
  const user = useUser();
  const inAddress = useAddress(path);
  const mine = `${user.id} ${path}`;
  const kept = useKeptLayout(mine);
  // A saved view says all of its layout itself.
  const isOfView = inAddress.view !== undefined && inAddress.view !== standardView;
  const raw: SearchParams = isOfView ? inAddress : { ...kept, ...inAddress };
  const hidden = hiddenFigures(listing, raw, user);
  const today = todayFor(user);
  const state = readListState(listing, withoutHidden(raw, hidden), today);

  const change = (changes: SearchParams, replace = false) => {
    // One of the days of relative dates is changed: the other stays.
    const days =
      state.period && ('from' in changes || 'to' in changes)
        ? { from: state.filters.from, to: state.filters.to, period: undefined }
        : {};
    const next = withoutDefaults(listing, { ...inAddress, page: undefined, ...days, ...changes });
    void navigate({ to: '.', search: next, replace });
  };
  return {
    listing,
    name: path,
    view: inAddress.view,
    ...state,
    hidden,
    // A saved view keeps what is hidden from this user.
    params: paramsOf(listing, hidden.length > 0 ? readListState(listing, raw, today) : state),
    filters: state.filters as ListStateOf<C>['filters'],
    setPage: page => change({ page: String(page) }),
    correctPage: page => change({ page: String(page) }, true),
    // Typing is one history entry, not one per letter.
    setSearch: search =>
      change({ search: search || undefined }, inAddress.search !== undefined && search !== ''),
    setFilter: (name, value) => change({ [name]: value || undefined }),
    setFilters: values =>
      change(
        Object.fromEntries(
          Object.entries<string | undefined>(values).map(([name, value]) => [name, value || undefined]),
        ),
      ),
    toggleSort: column =>
      change({
        sort_by: column,
        sort_order: column === state.sortBy && state.sortOrder === 'asc' ? 'desc' : 'asc',
      }),
    setSort: (sort_by, sort_order) => change({ sort_by, sort_order }),
    clear: () => change({ search: undefined, ...noFilters(listing) }),
    setPeriod: period => change({ from: undefined, to: undefined, period: period || undefined }),
    clearFilters: () => change(noFilters(listing)),
    setLayout: changes => {
      if (!isOfView) keepLayout(mine, { ...kept, ...changes });
      // Other rows are on the page of this number once the page is longer.
      change({ ...('per_page' in changes ? {} : { page: inAddress.page }), ...changes });
    },
    resetLayout: () => {
      if (!isOfView) keepLayout(mine, {});
      change(Object.fromEntries(layoutNames.map(name => [name, undefined])));
    },
    openView: (view, params, how) =>
      void navigate({ to: '.', search: { ...params, view }, replace: how?.replace === true }),
  };
}

const withoutHidden = (raw: SearchParams, hidden: readonly HiddenFigures[]): SearchParams =>
  Object.fromEntries(
    Object.entries(raw).filter(([name]) => !hidden.some(({ params }) => params.includes(name))),
  );

const todayFor = ({ year_start }: { readonly year_start: YearStart }): Today => ({
  today: londonDate(new Date()),
  yearStart: year_start,
});

const noFilters = (listing: AnyListing): SearchParams =>
  Object.fromEntries(['period', ...Object.keys(listing.filters)].map(name => [name, undefined]));

/**
 * What the address holds. One that names nothing opens the user's default view, which it then holds; only on
 * arrival, because whoever clears the filters wants them cleared.
 */
function useAddress(path: string): SearchParams {
  const navigate = useNavigate();
  const inAddress = useSearch({ strict: false }) as SearchParams;
  const isBare = Object.keys(inAddress).length === 0;
  const [isArrival] = useState(isBare);
  const views = useUser().default_views;
  const view = isArrival && isBare ? views.find(one => one.list === path) : undefined;
  const search = view && { ...view.params, view: String(view.id) };
  useEffect(() => {
    if (search) void navigate({ to: '.', search, replace: true });
  });
  return search ?? inAddress;
}

/** What a saved view holds: search, filters, sorting and layout, all spelt out. */
function paramsOf(listing: AnyListing, state: ReturnType<typeof readListState>) {
  const { search, sortBy, sortOrder, filters, period, layout } = state;
  const days = period ? { from: undefined, to: undefined, period } : {};
  const sorting = { sort_by: sortBy, sort_order: sortOrder };
  const params = withoutDefaults(listing, { search, ...sorting, ...filters, ...days });
  return {
    ...params,
    ...(layout.columns ? { columns: layout.columns } : {}),
    ...(layout.widths ? { widths: layout.widths } : {}),
    density: layout.density,
    per_page: String(layout.perPage),
  } as Record<string, string>;
}

/** What relative dates are relative to. */
type Today = { readonly today: CalendarDate; readonly yearStart: YearStart };

const isPeriod = (text: string | undefined): text is PeriodName =>
  text !== undefined && Object.hasOwn(periodNames, text);

/** The pure part: from URL to state. */
function readListState(listing: AnyListing, address: SearchParams, { today, yearStart }: Today) {
  // Two days say more than the period they were chosen from.
  const isOwn = Boolean(address.from || address.to);
  const named = isPeriod(address.period) && !isOwn ? address.period : undefined;
  const period = isDated(listing) ? named : null;
  const raw = period ? { ...address, ...periodOf(period, today, yearStart) } : address;
  const page = /^[1-9]\d{0,5}$/.test(raw.page ?? '') ? Number(raw.page) : 1;
  const search = (raw.search ?? '').slice(0, 200);
  const sortBy = listing.sort.find(column => column === raw.sort_by) ?? listing.defaultSort.by;
  const unasked = sortBy === listing.defaultSort.by ? listing.defaultSort.order : 'asc';
  const sortOrder: SortOrder =
    raw.sort_order === 'asc' || raw.sort_order === 'desc' ? raw.sort_order : unasked;
  const filters = Object.fromEntries(
    Object.entries(listing.filters).flatMap(([name, filter]) =>
      filter.safeParse(raw[name]).success ? [[name, raw[name]]] : [],
    ),
  ) as SearchParams;
  const ignored = Object.keys(listing.filters).flatMap(name =>
    raw[name] && filters[name] === undefined ? [{ name, value: raw[name] }] : [],
  );
  if (period === undefined && address.period && !isOwn)
    ignored.push({ name: 'period', value: address.period });
  const layout = readLayout(raw);
  const query = Object.fromEntries(
    Object.entries({
      page: String(page),
      per_page: String(layout.perPage),
      search,
      sort_by: sortBy,
      sort_order: sortOrder,
      ...filters,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  return {
    page,
    search,
    sortBy,
    sortOrder,
    filters,
    period,
    layout,
    ignored,
    query,
    isNarrowed: search !== '' || Object.keys(filters).length > 0,
  };
}

const readLayout = ({ columns, widths, density, per_page }: ListLayout): ListState['layout'] => ({
  columns: columns?.slice(0, maxColumnsText) || undefined,
  widths: widths?.slice(0, maxColumnsText) || undefined,
  density: density === 'compact' ? 'compact' : 'comfortable',
  perPage: pageSizes.find(size => String(size) === per_page) ?? pageSize,
});

/** The URL contains only values that differ from the default, so that it stays short and comparable. */
function withoutDefaults(listing: AnyListing, params: SearchParams): SearchParams {
  const { sort_by, sort_order, page, ...rest } = params;
  const isDefaultSort =
    (sort_by ?? listing.defaultSort.by) === listing.defaultSort.by &&
    (sort_order ?? listing.defaultSort.order) === listing.defaultSort.order;
  return Object.fromEntries(
    Object.entries({
      ...rest,
      ...(isDefaultSort ? {} : { sort_by, sort_order }),
      page: page === '1' ? undefined : page,
    }).filter(([, value]) => value !== undefined && value !== ''),
  );
}
