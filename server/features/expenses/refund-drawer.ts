import { lockOpenSession } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

/** The drawer that till cash is returned to; null if none came from a till. */
export async function lockRefundDrawer(
  ctx: WriteContext,
  isTillCash: boolean,
  sessionId: number | null,
): Promise<number | null> {
  if (!isTillCash) {
    if (sessionId === null) return null;
    throw invalid({ session_id: 'This was not paid from a till. Clear the till.' });
  }
  if (sessionId === null)
    throw invalid({
      session_id: 'This was paid from a till. Choose the open till that the cash is returned to.',
    });
  return (await lockOpenSession(ctx.tx, sessionId)).id;
}
