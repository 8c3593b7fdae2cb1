import { sql } from 'kysely';
import type { MailboxSettings } from '#domain/emails/mailbox.contract';
import type { MailboxStatus, MailboxStep } from '#domain/emails/mailbox-status';
import type { Reader, Tx } from '../../platform/database/open-database';

/** The channel that wakes the process serving the mailbox. */
export const mailboxChannel = 'mailbox';
/** What changed: the settings, or something in the mailbox. */
type Wanted = 'settings' | 'check';

/** Wakes the process serving the mailbox, after the commit. */
export async function wakeMailbox(tx: Tx, action: Wanted): Promise<void> {
  await sql`select pg_notify(${mailboxChannel}, ${action})`.execute(tx);
}

/** Binds the encrypted password to its mailbox. */
export const passwordPlace = 'mailbox password';

const settings = ['address', 'host', 'port', 'security', 'username', 'sent_copies', 'version'] as const;

export async function findMailboxSettings(db: Reader): Promise<MailboxSettings | null> {
  const row = (await db.selectFrom('mailbox').select(settings).executeTakeFirst()) ?? null;
  return (
    row && {
      ...row,
      security: row.security as MailboxSettings['security'],
      sent_copies: row.sent_copies as MailboxSettings['sent_copies'],
    }
  );
}

export const lockMailbox = (tx: Tx) =>
  tx
    .selectFrom('mailbox')
    .select([...settings, 'id', 'password_sealed'])
    .forUpdate()
    .executeTakeFirst();

export async function findStatus(db: Reader): Promise<MailboxStatus | null> {
  const row = await db
    .selectFrom('mailbox')
    .select(['address', 'state', 'failed_step', 'last_error', 'synced_at'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    state: row.state as MailboxStatus['state'],
    failed_step: row.failed_step as MailboxStep | null,
  };
}
