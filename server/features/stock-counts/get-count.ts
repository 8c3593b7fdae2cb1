import { sql } from 'kysely';
import { hasPermission, type Holder, isAllowed } from '#domain/kernel/access';
import type { Pence } from '#domain/kernel/money';
import { type CountDetail, type CountReview, stockCounts } from '#domain/stock/stock-count.contract';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { costNeeded, difference, summed, varianceValue } from './count-value';
import { canReverseCount, findReversibleCount, shownStatus } from './reversible-count';
import { progress } from './stock-counts.queries';
import { hidesStock } from './stored-count';

type Row = Omit<CountDetail, 'review' | 'can' | 'reversed_by' | 'can_reverse'>;

/** A stocktake with its progress, and its result for users who can see it. 404 when there is none. */
export async function getCount(db: Reader, id: number, holder: Holder): Promise<CountDetail> {
  const { rows } = await sql<Row>`
    select c.id, c.number, ${shownStatus} as status, c.scope, c.scope_name, c.is_blind, c.note, c.business_date, n.products, n.counted,
      b.name as started_by, c.started_at, e.name as ended_by, c.ended_at, c.version, c.uncounted,
      case when c.status = 'counting' then (select coalesce(sum(sales), 0) from unsent_sales) else 0 end::integer as unsent_sales,
      case when c.status = 'counting' then (
        select count(*) from sale_exceptions e join unbooked_sales k on k.id = e.unbooked_id
        where e.reviewed_at is null and k.sale_id is null) else 0 end::integer as kept_sales,
      (select j.id from journals j where j.document_type = 'stock_count' and j.document_id = c.id limit 1) as journal_id
    from stock_counts c join users b on b.id = c.started_by left join users e on e.id = c.ended_by
    cross join lateral (${progress}) n where c.id = ${id}`.execute(db);
  const count = ensureFound(rows[0], 'Stocktake');
  const reversible = ensureFound(await findReversibleCount(db, id), 'Stocktake');
  const may = (call: { readonly access: (typeof stockCounts.count)['access'] }) =>
    count.status === 'counting' && isAllowed(call.access, holder);
  return {
    ...count,
    journal_id: hasPermission(holder, 'view_ledger') ? count.journal_id : null,
    ...(hidesStock(count, holder)
      ? {}
      : // A cancelled one posted nothing, so its variances have no value.
        {
          review: await reviewOf(db, id, count.status !== 'cancelled' && hasPermission(holder, 'view_cost')),
        }),
    can: {
      count: may(stockCounts.count),
      review: may(stockCounts.post),
      edit: may(stockCounts.update),
      cancel: may(stockCounts.cancel),
    },
    reversed_by: reversible.reversed_by,
    can_reverse: canReverseCount(reversible),
  };
}

type Sums = Required<Omit<CountReview, 'value'>>;

async function reviewOf(db: Reader, id: number, withCost: boolean): Promise<CountReview> {
  const { rows } = await sql<Sums>`
    select count(*) filter (where ${difference} <> 0) as differences,
      ${summed(sql`case when ${difference} < 0 then -${varianceValue} end`)} as missing_value,
      ${summed(sql`case when ${difference} > 0 then ${varianceValue} end`)} as found_value,
      count(*) filter (where ${costNeeded}) as costs_needed,
      count(*) filter (where l.moved_meanwhile) as moved_meanwhile,
      count(*) filter (where l.is_open and l.counted_at is null and s.quantity <> 0) as uncounted_with_stock,
      ${summed(sql`case when l.is_open and l.counted_at is null then s.value_pence end`)} as uncounted_value
    from stock_count_lines l join stock_pools s on s.product_id = l.product_id
    where l.stock_count_id = ${id}`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('A sum has one row');
  const { missing_value, found_value, uncounted_value, ...counts } = sums;
  if (!withCost) return counts;
  const value = (found_value - missing_value) as Pence;
  return { ...counts, missing_value, found_value, uncounted_value, value };
}
