import { sql } from 'kysely';
import { formatPounds } from '#domain/kernel/money';
import type { CashMovementWrite } from '#domain/tills/cash-movement';
import { ensureApproved, recordSpent, type SpentApproval } from '../../kernel/approvals';
import type { PaidOutAbove } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';

/** Cash that leaves a drawer, by a payment or by the reversal of cash paid in. */
type LeavingCash = Pick<
  CashMovementWrite,
  'amount' | 'reason' | 'client_id' | 'approvals' | 'account_code' | 'category_id'
>;

/** Uses the approval that cash paid out above the limit needs. Without it 403, with what is needed and why. */
export async function ensureCanPayOut(
  ctx: WriteContext,
  sessionId: number,
  body: LeavingCash,
  above: PaidOutAbove | null,
): Promise<readonly SpentApproval[]> {
  if (above === null) return [];
  const { amount, reason, client_id, approvals, account_code = null, category_id = null } = body;
  const paidBefore =
    above.earlier > 0
      ? `, and ${formatPounds(above.earlier)} has already been paid out today without approval`
      : '';
  return ensureApproved(ctx, {
    clientId: client_id,
    approvals,
    because: `Up to ${formatPounds(above.limit)} a day needs no approval${paidBefore}.`,
    needs: [{ kind: 'paid_out', session_id: sessionId, amount, account_code, category_id, reason }],
  });
}

/** Stores the approval with the cash movement that used it. The database refuses the movement without it. */
export async function recordPaidOutApproval(
  ctx: WriteContext,
  journalId: number,
  spent: readonly SpentApproval[],
): Promise<void> {
  if (spent.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from till_cash where journal_id = ${journalId} and kind = 'paid_out'`.execute(ctx.tx);
  for (const { id } of rows) await recordSpent(ctx, { type: 'till_cash', id }, spent);
}
