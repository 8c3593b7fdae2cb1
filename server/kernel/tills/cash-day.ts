import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

type Cash = {
  /** The drawer; null if no cash moves through one. */
  readonly sessionId: number | null;
  readonly businessDate: CalendarDate;
  readonly direction: 'in' | 'out';
};

/**
 * Till cash is dated the day it moves, because the drawers of earlier days are counted and closed (rules T1,
 * D7). A sale made offline is posted on its own day (decision 067) and does not come here.
 */
export function ensureCashMovesToday(
  { now }: Pick<WriteContext, 'now'>,
  { sessionId, businessDate, direction }: Cash,
): void {
  if (sessionId === null || businessDate === londonDate(now)) return;
  throw invalid({
    business_date: `Cash ${direction === 'in' ? 'goes into' : 'leaves'} the till today, so choose today’s date.`,
  });
}
