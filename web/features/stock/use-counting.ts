import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import type { PageOf } from '#domain/kernel/list-query';
import { type CountLine, stockCounts } from '#domain/stock/stock-count.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { useUnsaved } from '../../platform/unsaved';
import { isUndecided } from '../../ui/form/use-attempts';
import { type SendInOrder, sentInOrder } from './sent-in-order';
import { countById, linesOfCount } from './stock.queries';

export type Counting = SendInOrder<BodySent<typeof stockCounts.count>, ReplyOf<typeof stockCounts.count>>;

/**
 * Saves counts of one stocktake in sequence, however fast they are scanned, each once. The line and the progress update
 * at once; lines keep their place, so that the one being edited does not move. Counts that wait for an answer are asked about
 * before the page is left (decision 176).
 */
export function useCounting(id: number): Counting {
  const queries = useQueryClient();
  const waiting = useRef({ counts: 0, isUnconfirmed: false });
  // One that has just been sent arrives without the page as well.
  useUnsaved(isSamePage => !isSamePage && (waiting.current.counts > 1 || waiting.current.isUnconfirmed));
  return useMemo(() => {
    const send = sentInOrder({
      isUndecided,
      newKey: newIdempotencyKey,
      send: async (body: BodySent<typeof stockCounts.count>, idempotencyKey) => {
        const reply = await request(stockCounts.count, {
          params: { id },
          body,
          idempotencyKey,
          shownInPlace: true,
        });
        const { line, ...progress } = reply;
        queries.setQueriesData<PageOf<CountLine>>({ queryKey: linesOfCount(id).queryKey }, page =>
          page ? { ...page, data: page.data.map(row => (row.id === line.id ? line : row)) } : page,
        );
        queries.setQueryData(countById(id).queryKey, count => (count ? { ...count, ...progress } : count));
        return reply;
      },
    });
    return async (body, onUnconfirmed) => {
      const now = waiting.current;
      now.counts += 1;
      try {
        return await send(body, () => {
          now.isUnconfirmed = true;
          onUnconfirmed?.();
        });
      } finally {
        now.counts -= 1;
        now.isUnconfirmed = false;
      }
    };
  }, [id, queries]);
}
