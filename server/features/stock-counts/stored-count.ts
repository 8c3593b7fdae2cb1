import { sql } from 'kysely';
import { hasPermission, type Holder } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { type CountStatus, countStatusNames } from '#domain/stock/count-status';
import type { Tx } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

/** A reversed stocktake stays posted; the adjustment that reverses it names it. */
export type StoredStatus = Exclude<CountStatus, 'reversed'>;

/** A stocktake as use cases load it. */
export type StoredCount = {
  readonly id: number;
  readonly number: string;
  readonly status: StoredStatus;
  readonly is_blind: boolean;
  readonly note: string | null;
  readonly business_date: CalendarDate;
  readonly version: number;
};

/**
 * Locks a stocktake until the commit. Counting, editing, posting, reversing and cancelling all start here, so nothing is
 * counted during posting and it is posted once. It is locked before numbers and pools.
 */
export async function lockCount(tx: Tx, id: number): Promise<StoredCount> {
  const { rows } = await sql<StoredCount>`
    select id, number, status, is_blind, note, business_date, version from stock_counts where id = ${id} for update`.execute(
    tx,
  );
  return ensureFound(rows[0], 'Stocktake');
}

/** Whether a stocktake can still be changed. */
export const isOpen = ({ number, status }: Pick<StoredCount, 'number' | 'status'>): RuleResult =>
  status === 'counting'
    ? yes
    : no(`${number} is already ${countStatusNames[status].toLowerCase()}, so it cannot be changed.`);

/** In an open blind count only reviewers can see the expected quantity. */
export const hidesStock = (
  count: { readonly is_blind: boolean; readonly status: CountStatus },
  holder: Holder,
): boolean => count.is_blind && count.status === 'counting' && !hasPermission(holder, 'review_stock_count');

/** Raises the version after an edit or a recount, so that a reviewer sees the stocktake has changed. */
export const touchCount = (tx: Tx, id: number) =>
  sql`update stock_counts set version = version + 1 where id = ${id}`.execute(tx);
