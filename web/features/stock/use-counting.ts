import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import type { PageOf } from '#domain/kernel/list-query';
import { type CountLine, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { countById, linesOfCount } from './stock.queries';

export type Counting = (
  body: BodySent<typeof stockCounts.count>,
) => Promise<ReplyOf<typeof stockCounts.count>>;

/**
 * Saves counts of one stocktake in sequence, however fast they are scanned. The line and the progress update
 * at once; lines keep their place, so that the one being edited does not move.
 */
export function useCounting(id: number): Counting {
  const queries = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return body => {
    const counted = last.current.then(async () => {
      const reply = await request(stockCounts.count, { params: { id }, body, shownInPlace: true });
      const { line, ...progress } = reply;
      queries.setQueriesData<PageOf<CountLine>>({ queryKey: linesOfCount(id).queryKey }, page =>
        page ? { ...page, data: page.data.map(row => (row.id === line.id ? line : row)) } : page,
      );
      queries.setQueryData(countById(id).queryKey, count => (count ? { ...count, ...progress } : count));
      return reply;
    });
    last.current = counted.catch(() => undefined);
    return counted;
  };
}
