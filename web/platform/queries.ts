import type * as z from 'zod';
import {
  keepPreviousData,
  type QueryFunctionContext,
  type QueryMeta,
  queryOptions,
} from '@tanstack/react-query';
import type { AnyCall, ReplyOf } from '#domain/kernel/call';
import type { ListQuerySent, PageOf } from '#domain/kernel/list-query';
import { type CallParameters, request, requestFile } from './api';
import type { PageAddress } from './page-path';

/**
 * The query key of a call: its contract path and parameters. A shorter key matches all keys that start with
 * it, as TanStack Query compares them.
 */
export type ReadKey = readonly [
  path: string,
  asked?: {
    readonly params?: Readonly<Record<string, number | undefined>>;
    readonly query?: unknown;
    readonly body?: unknown;
  },
  ...state: readonly unknown[],
];

type Read = NonNullable<ReadKey[1]> & Pick<Exclude<CallParameters<AnyCall>[0], undefined>, 'shownInPlace'>;

const keyOf = ({ path }: AnyCall, { params, query, body }: Read): ReadKey =>
  params || query || body
    ? [path, { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) }]
    : [path];

/** The key prefix of all reads of a call. */
export const readKey = (call: AnyCall): ReadKey => keyOf(call, {});

type Context = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>;

/** Whether a query is on the screen already: that it is read again was asked for by no one. */
export const isReread = ({ client, queryKey }: Omit<Context, 'signal'>): boolean =>
  client.getQueryData(queryKey) !== undefined;

const sentOf = (parameters: Read, context: Context) =>
  ({
    shownInPlace: true,
    ...parameters,
    signal: context.signal,
    isBackground: isReread(context),
  }) as CallParameters<AnyCall>[0];

const read = <Reply>(call: AnyCall, options: Read = {}) =>
  queryOptions({
    queryKey: keyOf(call, options),
    queryFn: async context => (await request(call, sentOf(options, context))) as Reply,
  });

/** A query, as `useQuery` takes it. */
export type Reading<Reply> = ReturnType<typeof read<Reply>>;

/**
 * The query of a contract's call, with its key and reply type. A failure is shown in place, unless `shownInPlace` is
 * false. Each feature defines its queries in `<feature>.queries.ts`, and pages pass them to `useQuery`.
 */
export const contractQuery = <C extends AnyCall>(call: C, ...[parameters]: CallParameters<C>) =>
  read<ReplyOf<C>>(call, parameters as Read | undefined);

/** A call whose reply is the bytes of a file. */
export const fileQuery = <C extends AnyCall>(call: C, ...[parameters]: CallParameters<C>) =>
  queryOptions({
    queryKey: keyOf(call, (parameters ?? {}) as Read),
    queryFn: context => requestFile<AnyCall>(call, sentOf((parameters ?? {}) as Read, context)),
  });

/**
 * For a response that is valid for one state of a record: it is refetched when the version or status changes.
 */
export const asOf = <Reply>(reading: Reading<Reply>, ...state: readonly unknown[]) =>
  queryOptions({ ...reading, queryKey: [...reading.queryKey, ...state] as unknown as ReadKey });

/** Keeps the previous response on screen until the next one arrives, for sorting, filtering and paging. */
export const previousWhileLoading = <C extends AnyCall>(call: C, ...parameters: CallParameters<C>) =>
  queryOptions({ ...contractQuery(call, ...parameters), placeholderData: keepPreviousData });

/** An empty text returns no results without a request. */
export const unlessEmpty = <Item>(text: string, reading: Reading<{ data: Item[] }>) =>
  text === '' ? queryOptions({ ...reading, queryFn: async () => ({ data: [] as Item[] }) }) : reading;

/** The record with an id, or something of it. Not requested while the id is unknown. */
export const recordQuery =
  <C extends AnyCall & { readonly path: `${string}/{id}` | `${string}/{id}/${string}` }>(call: C) =>
  (id: number | undefined) =>
    queryOptions({ ...read<ReplyOf<C>>(call, { params: { id } }), enabled: id !== undefined });

/** The rows of a list for its URL. The previous page stays until the next one arrives. */
export const pageQuery =
  <C extends AnyCall>(call: C, meta?: QueryMeta) =>
  (query: ListQuerySent) =>
    queryOptions({
      ...read<ReplyOf<C>>(call, { query }),
      placeholderData: keepPreviousData,
      ...(meta ? { meta } : {}),
    });

/** A list whose rows have pages of their own, at `address`, which step through the list. */
export const recordList = (call: ListOfRecords, address: (id: number) => PageAddress) => ({
  name: call.path,
  address,
  /** The same query as that of the list's page. */
  rows: (query: ListQuerySent) => read<PageOf<{ readonly id: number }>>(call, { query }),
});
export type RecordList = ReturnType<typeof recordList>;
type ListOfRecords = AnyCall & { readonly reply: z.ZodType<PageOf<{ readonly id: number }>> };

/** The totals over all pages of a list, whatever its order. */
export const totalsQuery =
  <C extends AnyCall>(call: C) =>
  ({ page: _page, per_page: _size, sort_by: _by, sort_order: _order, ...query }: ListQuerySent) =>
    queryOptions({ ...read<ReplyOf<C>>(call, { query }), placeholderData: keepPreviousData });

/** The totals of what is listed now; none while only those of another filter are known. */
export const currentTotals = <Data>({
  data,
  isPlaceholderData,
}: {
  readonly data: Data | undefined;
  readonly isPlaceholderData: boolean;
}): Data | undefined => (isPlaceholderData ? undefined : data);
