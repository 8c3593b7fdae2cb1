import { formatPounds, type Pence } from '#domain/kernel/money';
import { lockOpenSession } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

/** The drawer that till cash is returned to; null if none came from a till. */
export async function lockRefundDrawer(
  ctx: WriteContext,
  tillCash: Pence,
  sessionId: number | null,
): Promise<number | null> {
  if (tillCash === 0) {
    if (sessionId === null) return null;
    throw invalid({ session_id: 'This was not paid from a till. Clear the till.' });
  }
  if (sessionId === null)
    throw invalid({
      session_id: `${formatPounds(tillCash)} was paid from a till. Choose the open till that the cash is returned to.`,
    });
  return (await lockOpenSession(ctx.tx, sessionId)).id;
}
