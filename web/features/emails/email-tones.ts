import type { EmailStatus } from '#domain/emails/email.contract';
import type { Tone } from '../../ui/badge';

/** How a message that was sent from here stands, at a glance. */
export const emailTones: Readonly<Record<EmailStatus, Tone>> = {
  queued: 'secondary',
  sending: 'info',
  retrying: 'warning',
  sent: 'success',
  failed: 'danger',
  unconfirmed: 'warning',
};
