import { sql } from 'kysely';
import type { Holder } from '#domain/kernel/access';
import { hasPermission } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type RuleResult } from '#domain/kernel/rule-result';
import type { AdjustmentReason } from '#domain/stock/adjustment-reason';
import { type CountedSince, notCountedSince } from '#domain/stock/counted-since';
import { countedSince } from '../../kernel/stock';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';

type Numbered = { readonly id: number; readonly number: string };

/** What decides whether an adjustment can be reversed. */
export type ReversibleAdjustment = Numbered & {
  readonly reason: AdjustmentReason;
  readonly business_date: CalendarDate;
  readonly reverses: Numbered | null;
  readonly reverses_count: Numbered | null;
  readonly reversed_by: Numbered | null;
  readonly is_imported: boolean;
  readonly counted_since: CountedSince | null;
};

export async function findReversible(db: Reader, id: number): Promise<ReversibleAdjustment | undefined> {
  const { rows } = await sql<ReversibleAdjustment>`${preparedStatement}
    select a.id, a.number, a.reason, a.business_date,
      (select jsonb_build_object('id', o.id, 'number', o.number) from stock_adjustments o where o.id = a.reverses_id) as reverses,
      (select jsonb_build_object('id', c.id, 'number', c.number) from stock_counts c where c.id = a.reverses_count_id) as reverses_count,
      (select jsonb_build_object('id', r.id, 'number', r.number) from stock_adjustments r where r.reverses_id = a.id) as reversed_by,
      exists (select from sales_history_posted h where h.document_type = 'stock_adjustment' and h.document_id = a.id) as is_imported,
      ${countedSince('stock_adjustment', sql`a.id`)} as counted_since
    from stock_adjustments a where a.id = ${id}`.execute(db);
  return rows[0];
}

/** A write-down shows the value of stock. The same words wherever that stops a reversal. */
export const writeDownShowsValues =
  'You do not have permission to see stock values, so you cannot reverse a write-down.';

/**
 * Once, as long as no stocktake is based on it (rule I8), and by users who could have entered it: a write-down shows the
 * value of stock.
 */
export function canReverseAdjustment(adjustment: ReversibleAdjustment, holder: Holder): RuleResult {
  const { number, reason, reverses, reverses_count, reversed_by, is_imported, counted_since } = adjustment;
  if (reversed_by !== null) return no(`${number} has already been reversed, by ${reversed_by.number}.`);
  if (reverses !== null)
    return no(`${number} is itself the reversal of ${reverses.number}. Enter a new adjustment instead.`);
  if (reverses_count !== null)
    return no(
      `${number} is itself the reversal of ${reverses_count.number}. Count the products again instead.`,
    );
  if (is_imported) return no(`${number} was posted by an import. Undo the import instead.`);
  if (reason === 'write_down' && !hasPermission(holder, 'view_cost')) return no(writeDownShowsValues);
  return notCountedSince(number, counted_since);
}
