import { keepPreviousData, type QueryMeta, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { audit } from '#domain/audit/audit.contract';
import type { AnyCall } from '#domain/kernel/call';
import type { PageOf } from '#domain/kernel/list-query';
import { request } from './api';
import type { ListState } from './list-state';

type PageCall<Row> = AnyCall & { readonly path: string; readonly reply: z.ZodType<PageOf<Row>> };

/** The rows of a list as its address asks for them. The page before stays until the next one is there. */
export function useListPage<Row>(call: PageCall<Row>, list: ListState, meta?: QueryMeta) {
  return useQuery({
    queryKey: [call.path, list.query],
    queryFn: async ({ signal }): Promise<PageOf<Row>> =>
      (await request(call as AnyCall, { query: list.query, signal, shownInPlace: true })) as PageOf<Row>,
    placeholderData: keepPreviousData,
    ...(meta ? { meta } : {}),
  });
}

type TotalsCall<Totals> = AnyCall & { readonly path: string; readonly reply: z.ZodType<Totals> };

/** What all pages of a list come to together. Those of before stay until the next ones are there. */
export function useTotals<Totals>(
  call: TotalsCall<Totals>,
  query: Readonly<Record<string, string | number | undefined>>,
): Totals | undefined {
  return useQuery({
    queryKey: [call.path, query],
    queryFn: async ({ signal }): Promise<Totals> =>
      (await request(call as AnyCall, { query, signal, shownInPlace: true })) as Totals,
    placeholderData: keepPreviousData,
  }).data;
}

/**
 * Asks again for everything that was read below a path: after a write, for whatever it may have changed. Every write
 * is in the log too, so histories on the screen are asked for with it; and notes go where their record goes.
 */
export function useReload(path: string): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey: [read] }) =>
        String(read).startsWith(path) || read === audit.list.path || read === '/notes',
    });
}
