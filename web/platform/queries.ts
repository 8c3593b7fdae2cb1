import { keepPreviousData, type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { AnyCall, ReplyOf } from '#domain/kernel/call';
import type { ListQuerySent } from '#domain/kernel/list-query';
import { type AskedArguments, request, requestFile } from './api';

/**
 * Where the answer of a call is kept: under the path of its contract, and what was asked of it. A key that says less
 * stands for all that say more, as TanStack Query compares them.
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

type Read = NonNullable<ReadKey[1]> & Pick<Exclude<AskedArguments<AnyCall>[0], undefined>, 'shownInPlace'>;

const keyOf = ({ path }: AnyCall, { params, query, body }: Read): ReadKey =>
  params || query || body
    ? [path, { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) }]
    : [path];

/** Under which everything lies that a call has read, whatever was asked of it. */
export const readKey = (call: AnyCall): ReadKey => keyOf(call, {});

const sentOf = (asked: Read, signal: AbortSignal) =>
  ({ shownInPlace: true, ...asked, signal }) as AskedArguments<AnyCall>[0];

const read = <Reply>(call: AnyCall, asked: Read = {}) =>
  queryOptions({
    queryKey: keyOf(call, asked),
    queryFn: async ({ signal }) => (await request(call, sentOf(asked, signal))) as Reply,
  });

/** Something to read, as `useQuery` takes it. */
export type Reading<Reply> = ReturnType<typeof read<Reply>>;

/**
 * A call of a contract as something to read: the key and the type of its answer are the contract's. A failure is shown
 * where the answer would have stood, unless `shownInPlace` is false. Each feature says what it reads in its
 * `<feature>.queries.ts`; pages hand that to `useQuery`.
 */
export const contractQuery = <C extends AnyCall>(call: C, ...[asked]: AskedArguments<C>) =>
  read<ReplyOf<C>>(call, asked as Read | undefined);

/** A call that answers the bytes of a file. */
export const fileQuery = <C extends AnyCall>(call: C, ...[asked]: AskedArguments<C>) =>
  queryOptions({
    queryKey: keyOf(call, (asked ?? {}) as Read),
    queryFn: ({ signal }) => requestFile<AnyCall>(call, sentOf((asked ?? {}) as Read, signal)),
  });

/** An answer that holds for one state of a record: once its version, or its status, is another one, it is asked anew. */
export const asOf = <Reply>(reading: Reading<Reply>, ...state: readonly unknown[]) =>
  queryOptions({ ...reading, queryKey: [...reading.queryKey, ...state] as unknown as ReadKey });

/** A call whose answer stays on the screen until the next one is there: for what is narrowed, sorted or leafed through. */
export const keptWhileAsking = <C extends AnyCall>(call: C, ...asked: AskedArguments<C>) =>
  queryOptions({ ...contractQuery(call, ...asked), placeholderData: keepPreviousData });

/** Finds nothing by an empty text, and asks nobody. */
export const unlessEmpty = <Item>(text: string, reading: Reading<{ data: Item[] }>) =>
  text === '' ? queryOptions({ ...reading, queryFn: async () => ({ data: [] as Item[] }) }) : reading;

/** The record with an id. Nothing is asked while the id is not known. */
export const recordQuery =
  <C extends AnyCall & { readonly path: `${string}/{id}` }>(call: C) =>
  (id: number | undefined) =>
    queryOptions({ ...read<ReplyOf<C>>(call, { params: { id } }), enabled: id !== undefined });

/** The rows of a list as its address asks for them. The page before stays until the next one is there. */
export const pageQuery =
  <C extends AnyCall>(call: C, meta?: QueryMeta) =>
  (query: ListQuerySent) =>
    queryOptions({
      ...read<ReplyOf<C>>(call, { query }),
      placeholderData: keepPreviousData,
      ...(meta ? { meta } : {}),
    });

/** What all pages of a list come to together. Those of before stay until the next ones are there. */
export const totalsQuery =
  <C extends AnyCall>(call: C) =>
  ({ page: _page, per_page: _size, ...query }: ListQuerySent) =>
    queryOptions({ ...read<ReplyOf<C>>(call, { query }), placeholderData: keepPreviousData });
