import { sql } from 'kysely';
import { hasPermission, type Holder } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type Verdict, yes } from '#domain/kernel/verdict';
import { type CountStatus, countStatusNames } from '#domain/stock/count-status';
import type { Tx } from '../../platform/database/open-database';
import { found } from '../../platform/http/refusal';

/** A stocktake as a use case works on it. */
export type StoredCount = {
  readonly id: number;
  readonly number: string;
  readonly status: CountStatus;
  readonly is_blind: boolean;
  readonly note: string | null;
  readonly business_date: CalendarDate;
  readonly version: number;
};

/**
 * Locks a stocktake until the commit. Whoever counts, edits, posts or cancels it comes here first, so that nothing is
 * counted while it is posted and it is posted once. It is locked before numbers and pools.
 */
export async function lockCount(tx: Tx, id: number): Promise<StoredCount> {
  const { rows } = await sql<StoredCount>`
    select id, number, status, is_blind, note, business_date, version from stock_counts where id = ${id} for update`.execute(
    tx,
  );
  return found(rows[0], 'Stocktake');
}

/** Whether anything may still be done to a stocktake. */
export const isOpen = ({ number, status }: Pick<StoredCount, 'number' | 'status'>): Verdict =>
  status === 'counting'
    ? yes
    : no(`${number} is already ${countStatusNames[status].toLowerCase()}, so it cannot be changed.`);

/** In a blind count that is not over nobody is told what stock says but those who review it. */
export const hidesStock = (count: Pick<StoredCount, 'is_blind' | 'status'>, holder: Holder): boolean =>
  count.is_blind && count.status === 'counting' && !hasPermission(holder, 'review_stock_count');

/** An edit, or a line counted anew: whoever reviewed the count before sees that it is another one now. */
export const touchCount = (tx: Tx, id: number) =>
  sql`update stock_counts set version = version + 1 where id = ${id}`.execute(tx);
