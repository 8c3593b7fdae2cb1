import { sql } from 'kysely';

const isSold = sql`p.status = 'active' and p.is_stocked`;

/** Which products `p` with their pool `s` a business looks after (rule R4): at or below their level, or with none left. */
export const attention = {
  low: sql`${isSold} and s.quantity <= p.reorder_level`,
  out: sql`${isSold} and s.quantity <= 0`,
} as const;
