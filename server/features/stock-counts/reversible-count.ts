import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type RuleResult } from '#domain/kernel/rule-result';
import { type CountedSince, notCountedSince } from '#domain/stock/counted-since';
import { countedSince } from '../../kernel/stock';
import type { Reader } from '../../platform/database/open-database';
import type { StoredStatus } from './stored-count';

type Numbered = { readonly id: number; readonly number: string };

/** What decides whether a stocktake can be reversed. */
export type ReversibleCount = Numbered & {
  readonly status: StoredStatus;
  readonly business_date: CalendarDate;
  readonly reversed_by: Numbered | null;
  readonly has_moved: boolean;
  readonly counted_since: CountedSince | null;
};

export async function findReversibleCount(db: Reader, id: number): Promise<ReversibleCount | undefined> {
  const { rows } = await sql<ReversibleCount>`
    select c.id, c.number, c.status, c.business_date,
      (select jsonb_build_object('id', a.id, 'number', a.number) from stock_adjustments a where a.reverses_count_id = c.id) as reversed_by,
      exists (select from stock_movements m where m.document_type = 'stock_count' and m.document_id = c.id) as has_moved,
      ${countedSince('stock_count', sql`c.id`)} as counted_since
    from stock_counts c where c.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Once, as long as no later stocktake is based on it: that one corrected stock from what this one left, so reversing only
 * this one would leave stock wrong (rule I8).
 */
export function canReverseCount(count: ReversibleCount): RuleResult {
  const { number, status, reversed_by, has_moved, counted_since } = count;
  if (status === 'counting') return no(`${number} has not been posted, so there is nothing to reverse.`);
  if (status === 'cancelled') return no(`${number} was cancelled, so there is nothing to reverse.`);
  if (reversed_by !== null) return no(`${number} has already been reversed, by ${reversed_by.number}.`);
  if (!has_moved) return no(`${number} found no variances, so there is nothing to reverse.`);
  return notCountedSince(number, counted_since);
}

/** The status as it is shown; count `c`. The stocktake itself stays posted. */
export const shownStatus = sql<string>`(case when c.status = 'posted'
  and exists (select from stock_adjustments a where a.reverses_count_id = c.id) then 'reversed' else c.status end)`;
