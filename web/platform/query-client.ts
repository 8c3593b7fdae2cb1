import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/**
 * The library lets a first load finish that began before a write, and shows its answer as current; likewise a load that
 * no screen watches, such as that of a search. Here they start again, and whoever waits for them gets the new answer.
 */
class CurrentQueryClient extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const isReadAgain = query.isActive() && filters.refetchType !== 'none';
      // The library starts these again itself.
      if (isReadAgain && query.state.data !== undefined) continue;
      void query.cancel({ silent: true });
      // A failure is that of the query, for those that wait.
      query.fetch().catch(() => undefined);
    }
    return super.invalidateQueries(filters, options);
  }
}

/**
 * Responses are cached briefly, for a glance at another page. Writes invalidate what they change. Calls are made even if
 * the browser reports no network, because the server may run on this very computer.
 */
export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Only lost connections and busy servers are retried.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
