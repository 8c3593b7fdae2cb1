import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { ensureNotBefore } from '../../kernel/books-day';
import type { Tx } from '../../platform/database/open-database';

type Settling = {
  readonly side: 'debit' | 'credit';
  readonly itemId: number;
  readonly businessDate: CalendarDate;
  /** What was there only later: "The last of this credit was added". */
  readonly what: string;
};

/**
 * Refuses to pay out or write off something before it was there: until then the ledger would show the opposite debt. An allocation
 * is dated when both of its items are there (rule R6).
 */
export async function ensureNotBeforeSettled(
  tx: Tx,
  { side, itemId, businessDate, what }: Settling,
): Promise<void> {
  const column = side === 'debit' ? sql`debit_item_id` : sql`credit_item_id`;
  const { rows } = await sql<{ last: CalendarDate | null }>`
    select max(business_date) as last from allocations where ${column} = ${itemId}`.execute(tx);
  ensureNotBefore(businessDate, rows[0]?.last ?? null, what);
}
