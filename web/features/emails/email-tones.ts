import type { EmailStatus } from '#domain/emails/email.contract';
import type { Tone } from '../../ui/badge';

/** Badge colours of the delivery statuses. */
export const emailTones: Readonly<Record<EmailStatus, Tone>> = {
  queued: 'secondary',
  sending: 'info',
  retrying: 'warning',
  sent: 'success',
  failed: 'danger',
  unconfirmed: 'warning',
};
