import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { handles } from '../../platform/jobs/job';
import { sendEmail, sweepOutbox } from './email-jobs';
import { type OutboxParts, sendQueuedEmail } from './send-email';
import { sweepOutboxOnce } from './sweep-outbox';

/** The outbox's jobs; one of them runs every minute. */
export const outboxJobs = (parts: OutboxParts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [
    handles(sendEmail, ({ email_id }) => sendQueuedEmail(parts, email_id)),
    handles(sweepOutbox, () => sweepOutboxOnce(parts)),
  ],
  periodic: [{ match: '* * * * *', job: sweepOutbox }],
});
