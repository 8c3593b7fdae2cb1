import type { PaymentMethod } from '#domain/payments/payment.status';
import { lockOpenSession } from '../../kernel/tills';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

type Cash = {
  readonly payment_method: PaymentMethod;
  readonly session_id?: number | null | undefined;
};

/**
 * Locks the drawer that cash goes into or comes out of (rule T1); null for any other method. 422 if cash has
 * no drawer, or another method has one.
 */
export async function lockTillDrawer(tx: Tx, { payment_method, session_id }: Cash): Promise<number | null> {
  if (payment_method !== 'cash') {
    if (session_id == null) return null;
    throw invalid({ session_id: 'Only cash goes into a till. Clear the till.' });
  }
  if (session_id == null)
    throw invalid({ session_id: 'Cash needs an open till. Open one first, or choose another method.' });
  return (await lockOpenSession(tx, session_id)).id;
}
