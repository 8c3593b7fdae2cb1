import { type RawBuilder, sql } from 'kysely';
import { maxPence } from '#domain/kernel/money';

/** A value beyond the money range is not shown; posting calculates exactly and refuses it with a message. */
const kept = (pence: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${pence} > ${sql.lit(maxPence)} then ${sql.lit(maxPence)}
    when ${pence} < ${sql.lit(-maxPence)} then ${sql.lit(-maxPence)} else ${pence} end)::bigint`;

/** The variance of line `l`: counted less expected. */
export const difference = sql`(l.counted_quantity - l.expected_quantity)`;

/** Found goods whose cost is not known (rule I7). Pools are `s`. */
export const costNeeded = sql<boolean>`(l.is_open and coalesce(${difference}, 0) > 0 and s.quantity <= 0 and s.last_unit_cost is null
  and l.cost_each is null)`;

/**
 * The value of a variance in pence: as posted, or as posting now would make it (rules I3, I7); null when not
 * known.
 */
export const varianceValue: RawBuilder<number | null> = sql`case
  when not l.is_open then l.value_pence + l.variance_pence
  when ${difference} = 0 then 0
  when s.quantity > 0 then ${kept(sql`round(s.value_pence * ${difference} / s.quantity)`)}
  when ${difference} < 0 then ${kept(sql`round(${difference} * coalesce(s.last_unit_cost, 0))`)}
  else ${kept(sql`round(${difference} * coalesce(s.last_unit_cost, l.cost_each * 100))`)} end`;

/** The total over many lines. */
export const summed = (pence: RawBuilder<unknown>): RawBuilder<number> =>
  kept(sql`coalesce(sum(${pence}), 0)`);
