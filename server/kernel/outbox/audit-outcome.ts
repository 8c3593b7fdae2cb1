import type { EmailStatus } from '#domain/emails/email.contract';
import type { Tx } from '../../platform/database/open-database';
import { nobody } from '../../platform/http/context';
import { writeAudits } from '../audit';
import type { ClaimedEmail } from './outbox.queries';

const actions: Partial<Record<EmailStatus, string>> = {
  sent: 'email_sent',
  failed: 'email_failed',
  unconfirmed: 'email_unconfirmed',
};

/** Notes how a message ended in the history of its record. Tries in between show on the message alone. */
export async function auditOutcome(
  tx: Tx,
  email: ClaimedEmail,
  status: EmailStatus,
  reason: string | null,
  now: Date,
): Promise<void> {
  const action = actions[status];
  if (!action) return;
  await writeAudits(tx, { actor: nobody, now, requestId: '', address: '' }, [
    {
      action,
      recordType: email.user_id === null ? 'supplier' : 'user',
      recordId: email.user_id ?? email.supplier_id,
      recordName: email.subject,
      after: { email: email.id, to: email.to_address, reason },
      actor: { id: null, name: 'Counterfoil' },
    },
  ]);
}
