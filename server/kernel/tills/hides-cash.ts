import { hasPermission, type Holder } from '#domain/kernel/access';
import type { Pence } from '#domain/kernel/money';
import type { TillSessionStatus } from '#domain/tills/till-state';

/** What decides whether a user may see the expected cash of a session. */
export type SessionForVisibility = {
  readonly status: TillSessionStatus;
  readonly counted: Pence | null;
  readonly counting_by: number | null;
};

/**
 * In a blind count expected cash is hidden until the count is saved (rule T2), except from users who approve
 * variances; while one of those counts, from them too.
 */
export function hidesCash(
  session: SessionForVisibility,
  isBlind: boolean,
  user: Holder & { readonly id: number },
): boolean {
  if (!isBlind || session.status === 'closed') return false;
  if (session.counted !== null && hasPermission(user, 'close_till')) return false;
  return !hasPermission(user, 'approve_variance') || session.counting_by === user.id;
}
