import { sql } from 'kysely';
import { type SellingSettings } from '#domain/tills/selling-settings.contract';
import type { Reader } from '../../platform/database/open-database';

/** The sales settings. Percentages are in hundredths of a per cent. */
export async function findSellingSettings(db: Reader): Promise<SellingSettings> {
  const { rows } = await sql<SellingSettings>`
    select (discount_limit * 100)::integer as discount_limit, below_cost, blind_count,
      variance_limit_pence as variance_limit, paid_out_limit_pence as paid_out_limit, held_days, till_keep_days, desk_price_mode, version
    from selling_settings`.execute(db);
  const [settings] = rows;
  if (!settings) throw new Error('The settings of selling have one row');
  return settings;
}
