import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import type { Reading } from './queries';

/**
 * For a question that shows what it is about: if it is refused because that has changed, it is read again before the
 * refusal is shown, so that the question is asked about what is there now.
 */
export function useReadAfterConflict<Row>(query: Reading<Row>) {
  const queries = useQueryClient();
  return <Reply>(sent: Promise<Reply>, onRead?: (row: Row) => void): Promise<Reply> =>
    sent.catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'conflict') {
        // Unread, the question stays as it is, and is refused again.
        const row = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
        if (row !== null) onRead?.(row);
      }
      throw error;
    });
}
