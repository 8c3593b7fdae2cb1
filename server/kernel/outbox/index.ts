export { addSendJob } from './email-jobs';
export { type MailBlock, writeMailBody } from './mail-body';
export { outboxJobs } from './outbox-jobs';
export { announce } from './outbox.queries';
export { type QueuedEmail, queueEmail } from './queue-email';
export { type Composer, type OutboxParts, triesPerRound } from './send-email';
export { type EmailState, waitForOutcome } from './wait-for-outcome';
