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
 * Counts products of one stocktake, one after the other however fast they are scanned. The line and the progress on
 * the screen follow at once; lines stay where they are, so that nobody loses the one being typed.
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
