import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import type { PageOf } from '#domain/kernel/list-query';
import { type CountLine, stockCounts } from '#domain/stock/stock-count.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { isUndecided } from '../../ui/use-attempts';
import { type SendInOrder, sentInOrder } from './sent-in-order';
import { countById, linesOfCount } from './stock.queries';

export type Counting = SendInOrder<BodySent<typeof stockCounts.count>, ReplyOf<typeof stockCounts.count>>;

/**
 * Saves counts of one stocktake in sequence, however fast they are scanned, each once. The line and the progress update
 * at once; lines keep their place, so that the one being edited does not move.
 */
export function useCounting(id: number): Counting {
  const queries = useQueryClient();
  return useMemo(
    () =>
      sentInOrder({
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
      }),
    [id, queries],
  );
}
