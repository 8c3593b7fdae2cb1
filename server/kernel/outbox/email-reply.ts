import type { EmailState } from './wait-for-outcome';

/** The message after its first attempt, or after ten seconds. */
export function emailReply(
  email: EmailState | undefined,
  what: string,
): { success: boolean; message: string } {
  if (!email) return { success: false, message: 'The message was removed before it was sent.' };
  const { to_address: to, status } = email;
  const reason = email.last_error ?? '';
  if (email.has_reached_first) return { success: true, message: `${what} sent to ${to}. ${reason}`.trim() };
  if (status === 'failed')
    return { success: false, message: `${what} was not sent to ${to}. ${reason}`.trim() };
  if (status === 'unconfirmed') return { success: false, message: reason };
  return {
    success: true,
    message: `${what} to ${to} could not be delivered yet. Delivery is being retried. ${reason}`.trim(),
  };
}
