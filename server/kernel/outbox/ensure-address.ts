import { passesRecordRule } from '#domain/kernel/record-rules';
import type { Actor } from '../../platform/http/actor';
import { Refusal } from '../../platform/http/refusal';

/**
 * Sending a document to the party's own address needs only the document's permission. Any other address needs
 * `create_email` (F49).
 */
function ensureCanWriteTo(actor: Actor, address: string, own: string | null, ownerName: string): void {
  if (passesRecordRule('otherAddresses', actor) || address.toLowerCase() === own?.toLowerCase()) return;
  const instead =
    own === null
      ? `The ${ownerName} has no email address. Enter one on the ${ownerName}’s page first.`
      : `Send it to the ${ownerName}’s own address, ${own}.`;
  throw new Refusal('forbidden', `You do not have permission to send email to other addresses. ${instead}`, {
    errors: { email: [instead] },
  });
}

/** The same applies to copies. */
export function ensureCanWriteToAll(
  actor: Actor,
  { email, cc }: { readonly email: string; readonly cc: readonly string[] },
  own: string | null,
  ownerName: string,
): void {
  ensureCanWriteTo(actor, email, own, ownerName);
  if (cc.length > 0 && !passesRecordRule('otherAddresses', actor)) {
    const instead = 'You do not have permission to send copies. Leave Cc blank.';
    throw new Refusal('forbidden', instead, { errors: { cc: [instead] } });
  }
}
