import { sql } from 'kysely';

const isSold = sql`p.status = 'active' and p.is_stocked`;

/**
 * Which products `p` with pool `s` need attention (rule R4): at or below their reorder level, or out of
 * stock.
 */
export const attention = {
  low: sql`${isSold} and s.quantity <= p.reorder_level`,
  out: sql`${isSold} and s.quantity <= 0`,
} as const;
