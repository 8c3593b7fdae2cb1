import type { MailboxWrite, TestedStep } from '#domain/emails/mailbox.contract';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import {
  type ImapAccount,
  ImapFailed,
  type ImapStep,
  imapSteps,
  openImap,
  openInbox,
} from '../../platform/imap';
import type { Secrets } from '../../platform/secrets';
import { passwordPlace } from './mailbox.queries';
import type { MailboxNetwork } from './mailbox-network';

export type Tested = { success: boolean; steps: TestedStep[] };

/** Tests settings: signs in, opens the inbox and reports the step that failed. Nothing is saved. */
export async function tryMailbox(
  db: Reader,
  secrets: Secrets,
  reach: MailboxNetwork,
  body: MailboxWrite,
): Promise<Tested> {
  const account = { ...body, password: body.password || (await storedPassword(db, secrets, body)) };
  const done = new Set<ImapStep>();
  const failure = await attempt(account, reach, step => done.add(step));
  return {
    success: failure === null,
    steps: imapSteps.map(step => {
      if (step === failure?.step) return { step, state: 'failed', message: failure.message };
      return { step, state: done.has(step) ? 'done' : 'not_tried', message: null };
    }),
  };
}

async function attempt(
  account: ImapAccount,
  reach: MailboxNetwork,
  onStep: (step: ImapStep) => void,
): Promise<ImapFailed | null> {
  try {
    const client = await openImap(account, { ...reach, onStep });
    try {
      await openInbox(client);
      onStep('open_inbox');
      return null;
    } finally {
      client.close();
    }
  } catch (error) {
    if (error instanceof ImapFailed) return error;
    throw error;
  }
}

/** The stored password, only for the server and user it belongs to. */
async function storedPassword(
  db: Reader,
  secrets: Secrets,
  { host, username }: MailboxWrite,
): Promise<string> {
  const stored = await db
    .selectFrom('mailbox')
    .select('password_sealed')
    .where('host', '=', host)
    .where('username', '=', username)
    .executeTakeFirst();
  if (!stored) throw invalid({ password: 'Enter the password of the mailbox.' });
  return secrets.unseal(stored.password_sealed, passwordPlace);
}

/** Tests are recorded, because they connect to any server an administrator names. */
export function recordTest(ctx: WriteContext, { host, port }: MailboxWrite, { steps }: Tested): void {
  const failed = steps.find(({ state }) => state === 'failed');
  recordAudit(ctx, {
    action: 'tested',
    recordType: 'setting',
    recordId: null,
    recordName: 'Mailbox',
    after: { host, port, failed_step: failed?.step ?? null },
  });
}
