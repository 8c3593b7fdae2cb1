import { sql } from 'kysely';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { expectedCash, holdOpenSession } from '../../kernel/tills';
import type { Reader, Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** The till sessions that cash can go into or come out of. */
export async function listDrawers(db: Reader): Promise<{ session_id: number; register_name: string }[]> {
  const { rows } = await sql<{ session_id: number; register_name: string }>`
    select s.id as session_id, r.name as register_name from till_sessions s join registers r on r.id = s.register_id
    where s.status = 'open' order by r.name, s.id`.execute(db);
  return rows;
}

type Cash = {
  readonly payment_method: PaymentMethod;
  readonly session_id?: number | null | undefined;
};

/**
 * Holds the drawer that cash goes into or comes out of (rule T1); answers null for any other money. 422 when cash has
 * no drawer, or anything else has one.
 */
export async function holdDrawer(tx: Tx, { payment_method, session_id }: Cash): Promise<number | null> {
  if (payment_method !== 'cash') {
    if (session_id == null) return null;
    throw invalid({ session_id: 'Only cash goes into a till. Leave the till out.' });
  }
  if (session_id == null)
    throw invalid({ session_id: 'Cash needs an open till. Open one first, or choose another method.' });
  return (await holdOpenSession(tx, session_id)).id;
}

/** Refuses to take more out of a drawer than is in it. Those who take from one drawer take turns. */
export async function ensureDrawerHolds(tx: Tx, sessionId: number | null, amount: Pence): Promise<void> {
  if (sessionId === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drawer ${sessionId}`}, 7))`.execute(tx);
  const inside = await expectedCash(tx, sessionId);
  if (amount > inside)
    throw invalid({
      amount: `Only ${formatPounds(inside)} is in the till. Choose another method for the rest.`,
    });
}
