import { inTransaction } from '../../platform/database/transaction';
import { auditOutcome } from './audit-outcome';
import { addSendJob } from './email-jobs';
import { abandonClaims, announce, listOverdue } from './outbox.queries';
import type { OutboxParts } from './send-email';

/** A sender sends a heartbeat every 15 seconds; after this long it is presumed dead. */
const silenceMs = 60_000;
const stoppedWhileSending =
  'The server stopped while this message was being sent. It may or may not have arrived, so it is not sent again automatically.';

/**
 * Recovers what killed processes left behind: a message that was being sent becomes unconfirmed, because a second
 * attempt might deliver it twice; an overdue one gets a new job.
 */
export async function sweepOutboxOnce({ db, clock }: Pick<OutboxParts, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const longAgo = new Date(now.getTime() - silenceMs);
  await inTransaction(db, async tx => {
    for (const email of await abandonClaims(tx, longAgo, stoppedWhileSending, now)) {
      await announce(tx, email.id);
      await auditOutcome(
        tx,
        email,
        { status: 'unconfirmed', reason: stoppedWhileSending, hasGivenUpSome: false },
        now,
      );
    }
  });
  for (const { id } of await listOverdue(db, longAgo)) await inTransaction(db, tx => addSendJob(tx, id));
}
