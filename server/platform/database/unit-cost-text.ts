import { type RawBuilder, sql } from 'kysely';
import { maxPence } from '#domain/kernel/money';
import type { UnitCost } from '#domain/kernel/unit-cost';

/** A cost of one unit in pounds as its text: two to six decimals, as contracts have it (rule M3); null stays null. */
export const unitCostText = <Cost extends UnitCost | null = UnitCost>(
  pounds: RawBuilder<unknown>,
): RawBuilder<Cost> => sql<Cost>`to_char(${pounds}, 'FM9999999999990.009999')`;

const maxCost = sql.lit(maxPence / 100);

/** A cost that was reckoned of others, rounded to six decimals; what is more than a cost can be is cut there. */
export const unitCostWithin = (pounds: RawBuilder<unknown>): RawBuilder<UnitCost | null> =>
  unitCostText<UnitCost | null>(sql`case when ${pounds} > ${maxCost} then ${maxCost} else ${pounds} end`);
