import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api-error';
import type { Reading } from './queries';

/**
 * For a question that shows what it is about. It stays as it was when it was asked, although the page behind may be read
 * again at any time; what is sent names what was seen. If that is refused because the record has changed, the record is
 * read again before the refusal is shown, so that the question is asked about what is there now. `seenIn` is null of a
 * record about which there is no question any more.
 */
export function useShownRecord<Row, Seen = Row>(
  query: Reading<Row>,
  opened: Seen,
  seenIn: (row: Row) => Seen | null,
): [seen: Seen, reloadOnConflict: <Reply>(sent: Promise<Reply>) => Promise<Reply>] {
  const queries = useQueryClient();
  const [seen, setSeen] = useState(opened);
  const reload = async () => {
    // Unread, the question stays as it is, and is refused again.
    const row = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
    const now = row === null ? null : seenIn(row);
    if (now !== null) setSeen(now);
  };
  return [
    seen,
    sent =>
      sent.catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') await reload();
        throw error;
      }),
  ];
}
