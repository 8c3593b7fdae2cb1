import { type RawBuilder, sql } from 'kysely';
import { largestPence } from '#domain/kernel/money';

/** Beyond what money is kept in there is nothing to show; what is posted is reckoned exactly and refused by words. */
const kept = (pence: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${pence} > ${sql.lit(largestPence)} then ${sql.lit(largestPence)}
    when ${pence} < ${sql.lit(-largestPence)} then ${sql.lit(-largestPence)} else ${pence} end)::bigint`;

/** How many more were counted than stock said then; below zero when some are missing. Lines are `l`. */
export const difference = sql`(l.counted_quantity - l.expected_quantity)`;

/** Found goods of which nobody knows the cost (rule I7). Pools are `s`. */
export const costNeeded = sql<boolean>`(l.is_open and coalesce(${difference}, 0) > 0 and s.quantity <= 0 and s.last_unit_cost is null
  and l.cost_each is null)`;

/**
 * What a difference is worth in pence: once posted what was posted, before that what posting it now would come to
 * (rules I3, I7); null when nobody knows.
 */
export const worth: RawBuilder<number | null> = sql`case
  when not l.is_open then l.value_pence + l.variance_pence
  when ${difference} = 0 then 0
  when s.quantity > 0 then ${kept(sql`round(s.value_pence * ${difference} / s.quantity)`)}
  when ${difference} < 0 then ${kept(sql`round(${difference} * coalesce(s.last_unit_cost, 0))`)}
  else ${kept(sql`round(${difference} * coalesce(s.last_unit_cost, l.cost_each * 100))`)} end`;

/** The sum of amounts of many lines. */
export const summed = (pence: RawBuilder<unknown>): RawBuilder<number> =>
  kept(sql`coalesce(sum(${pence}), 0)`);
