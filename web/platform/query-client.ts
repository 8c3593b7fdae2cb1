import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Responses are cached briefly, for a glance at another page. Writes invalidate what they change. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Only lost connections and busy servers are retried.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
    },
  },
});
