import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Answers stay for as long as a glance at another page takes; writes invalidate what they change. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays a refusal; only a lost connection or a busy server is worth a second try.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
    },
  },
});
