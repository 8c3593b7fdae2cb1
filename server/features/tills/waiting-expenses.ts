import { sql } from 'kysely';
import type { WaitingExpense } from '#domain/tills/waiting-expense';
import type { Reader } from '../../platform/database/open-database';

/**
 * Expenses paid from a drawer that wait for approval: their cash has left the drawer, but is not posted and so is
 * still expected in it (rule T1).
 */
export async function findWaitingExpenses(db: Reader, sessionId: number): Promise<WaitingExpense[]> {
  const { rows } = await sql<WaitingExpense>`
    select id, number, gross_pence as amount from expenses
    where session_id = ${sessionId} and settlement = 'firm_paid' and status = 'submitted' order by id`.execute(
    db,
  );
  return rows;
}
