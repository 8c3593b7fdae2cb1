import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Reader } from '../../platform/database/open-database';
import type { StoredStatus } from './stored-count';

type Numbered = { readonly id: number; readonly number: string };

/** What decides whether a stocktake can be reversed. */
export type ReversibleCount = Numbered & {
  readonly status: StoredStatus;
  readonly business_date: CalendarDate;
  readonly reversed_by: Numbered | null;
  readonly has_moved: boolean;
  /** A product that has been counted again from the stock which this stocktake left. */
  readonly counted_since: {
    readonly product: string;
    readonly number: string;
    readonly is_posted: boolean;
    /** Whether that stocktake found variances, so that it can be reversed itself. */
    readonly has_moved: boolean;
  } | null;
};

export async function findReversibleCount(db: Reader, id: number): Promise<ReversibleCount | undefined> {
  const { rows } = await sql<ReversibleCount>`
    select c.id, c.number, c.status, c.business_date,
      (select jsonb_build_object('id', a.id, 'number', a.number) from stock_adjustments a where a.reverses_count_id = c.id) as reversed_by,
      exists (select from stock_movements m where m.document_type = 'stock_count' and m.document_id = c.id) as has_moved,
      (select jsonb_build_object('product', l.name || ' (' || l.sku || ')', 'number', o.number, 'is_posted', o.status = 'posted',
          'has_moved', exists (select from stock_movements v where v.document_type = 'stock_count' and v.document_id = o.id))
        from stock_movements m
          join stock_count_lines l on l.product_id = m.product_id and l.expected_movement_id >= m.id and l.stock_count_id > c.id
          join stock_counts o on o.id = l.stock_count_id and o.status in ('counting', 'posted')
        where m.document_type = 'stock_count' and m.document_id = c.id
          and not exists (select from stock_adjustments a where a.reverses_count_id = o.id)
        order by o.id desc, l.line_number limit 1) as counted_since
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
  if (counted_since === null) return yes;
  const { product, number: later } = counted_since;
  return no(
    `${product} was counted again in ${later}, after ${number} was posted. ${whatFirst(counted_since)}`,
  );
}

/** A later stocktake without variances cannot be reversed: what it counted is right. */
function whatFirst({ number, is_posted, has_moved }: NonNullable<ReversibleCount['counted_since']>): string {
  if (!is_posted) return 'Clear its count there first.';
  return has_moved
    ? `Reverse ${number} first.`
    : 'It agreed with stock there. Adjust the products that are wrong instead.';
}

/** The status as it is shown; count `c`. The stocktake itself stays posted. */
export const shownStatus = sql<string>`(case when c.status = 'posted'
  and exists (select from stock_adjustments a where a.reverses_count_id = c.id) then 'reversed' else c.status end)`;
