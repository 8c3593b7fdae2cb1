import { type EmailStatus, undeliveredStatuses } from '#domain/emails/email.contract';
import type { Tx } from '../../platform/database/open-database';
import { anonymousActor } from '../../platform/http/context';
import { writeAudits } from '../audit';
import { raiseNotifications } from '../notifications';
import type { Standing } from './addresses-left';
import type { ClaimedEmail } from './outbox.queries';

const actions: Partial<Record<EmailStatus, string>> = {
  sent: 'email_sent',
  failed: 'email_failed',
  unconfirmed: 'email_unconfirmed',
};

/**
 * Records the outcome of an email in the history of its record, and notifies about failures. Attempts in
 * between show only on the email.
 */
export async function auditOutcome(
  tx: Tx,
  email: ClaimedEmail,
  {
    status,
    reason,
    hasGivenUpSome,
  }: Pick<Standing, 'status' | 'hasGivenUpSome'> & { readonly reason: string | null },
  now: Date,
): Promise<void> {
  const action = actions[status];
  if (status === 'failed' || status === 'unconfirmed') await notifyFailure(tx, email, status, now);
  else if (hasGivenUpSome) await notifyFailure(tx, email, 'refused in part', now);
  const about = await findAbout(tx, email);
  if (!action || !about) return;
  await writeAudits(tx, { actor: anonymousActor, now, requestId: '', address: '' }, [
    {
      action,
      ...about,
      after: { email: email.id, to: email.to_address, subject: email.subject, reason },
      actor: { id: null, name: 'Counterfoil' },
    },
  ]);
}

/** The record of an email, while it exists. */
async function findAbout(
  tx: Tx,
  { id, subject, user_id, supplier_id, customer_id, employee_id, sender_name }: ClaimedEmail,
) {
  const [recordType, table, recordId] =
    user_id !== null
      ? (['user', 'users', user_id] as const)
      : customer_id !== null
        ? (['customer', 'customers', customer_id] as const)
        : employee_id !== null
          ? (['employee', 'employees', employee_id] as const)
          : (['supplier', 'suppliers', supplier_id] as const);
  // An email written by a user has its own history.
  if (recordId === null && sender_name !== null)
    return { recordType: 'email', recordId: id, recordName: subject };
  if (recordId === null) return undefined;
  const row = await tx.selectFrom(table).select('name').where('id', '=', recordId).executeTakeFirst();
  return row && { recordType, recordId, recordName: row.name };
}

const undeliveredLink = `/emails/inbox?folder=sent&status=${undeliveredStatuses.join(',')}`;

const failures = {
  failed: 'could not be delivered',
  unconfirmed: 'may not have been delivered',
  'refused in part': 'could not be delivered to all its addresses',
};

/** Without the text and address, which may have to be erased. A later attempt notifies again. */
async function notifyFailure(
  tx: Tx,
  email: ClaimedEmail,
  failure: keyof typeof failures,
  now: Date,
): Promise<void> {
  const { id, attempts } = email;
  await raiseNotifications(tx, now, [
    {
      kind: 'failed_email',
      key: `${id} ${attempts}`,
      words: `An email${recipientOf(email)} ${failures[failure]}.`,
      // One refused in part was sent; it is among all others.
      link: failure === 'refused in part' ? '/emails/inbox?folder=sent' : undeliveredLink,
    },
  ]);
}

const recipientOf = ({ customer_id, supplier_id, employee_id }: ClaimedEmail): string => {
  if (customer_id !== null) return ' to a customer';
  if (employee_id !== null) return ' to an employee';
  return supplier_id !== null ? ' to a supplier' : '';
};
