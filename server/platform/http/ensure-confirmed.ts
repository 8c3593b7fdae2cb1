import type { AnyCall } from '#domain/kernel/call';
import type { Actor } from './actor';
import { Refusal } from './refusal';

/**
 * Refuses a sensitive call in a session that was left open: whether the user confirmed who they are is asked afresh,
 * because another process may have taken the confirmation. An API token passes: creating it was such a call.
 */
export async function ensureConfirmed(
  call: Pick<AnyCall, 'needsConfirmation'>,
  actor: Actor,
  isConfirmed: () => Promise<boolean>,
): Promise<void> {
  if (!call.needsConfirmation || actor.apiToken || (await isConfirmed())) return;
  throw new Refusal('confirmation_required', 'Confirm it’s you, then try again.');
}
