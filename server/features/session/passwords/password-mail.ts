import * as z from 'zod';
import { type Composer, queueEmail, writeMailBody } from '../../../kernel/outbox';
import { writeAudits } from '../../../kernel/audit';
import type { Database, Tx } from '../../../platform/database/open-database';
import { inTransaction } from '../../../platform/database/transaction';
import { type AuditDraft, anonymousActor, type WriteContext } from '../../../platform/http/context';
import { addJob } from '../../../platform/jobs/add-job';
import { handles, job, type JobHandler } from '../../../platform/jobs/job';
import { type LinkPurpose, linkLifetimeMs, createPasswordLink } from './password-links';
import { passwordIsReplacedBy } from '../provider/password-or-provider';
import { findAccount } from '../session.queries';

const words = {
  reset: {
    purpose: 'password-reset',
    subject: 'Set a new password',
    opening: 'We received a request to set a new password for your Counterfoil account.',
    label: 'Set a new password',
    closing:
      'The link works once and expires after 30 minutes. If you did not ask for it, ignore this email. Your password stays the same.',
  },
  invitation: {
    purpose: 'invitation',
    subject: 'Your Counterfoil account',
    opening: 'A Counterfoil account has been created for you. Choose a password to get started.',
    label: 'Choose your password',
    closing:
      'The link works once and expires after seven days. If it has expired, ask the person who invited you for a new one.',
  },
} as const satisfies Record<LinkPurpose, Record<string, string>>;

/** Emails a user a link that sets a password. The link is created when the email is sent, and not stored. */
export async function emailPasswordLink(
  ctx: Pick<WriteContext, 'tx' | 'actor' | 'now' | 'audits'>,
  user: { id: number; name: string; email: string },
  purpose: LinkPurpose,
): Promise<void> {
  const about = { type: 'user' as const, id: user.id, name: user.name };
  await queueEmail(ctx, {
    purpose: words[purpose].purpose,
    to: user.email,
    subject: words[purpose].subject,
    body: null,
    about,
  });
}

/**
 * The email texts with their links, by purpose. An email that waited is not sent once its user has another address, since the
 * new link would be one for the reader of the old mailbox, or once their account is closed.
 */
export function passwordMailComposers(publicUrl: string): Record<string, Composer> {
  const composer =
    (purpose: LinkPurpose): Composer =>
    async (tx: Tx, { userId, to, now }) => {
      const user = await lockUser(tx, userId);
      if (user?.email.toLowerCase() !== to.toLowerCase())
        return { refused: 'The address of the user has changed. Send a new link from their page.' };
      if (user.status !== 'active')
        return { refused: 'The account is not active. Activate it, then send a new link from its page.' };
      const provider = await passwordIsReplacedBy(tx, userId);
      if (provider !== undefined)
        return { refused: `The user signs in with ${provider} and needs no password.` };
      const { subject, opening, label, closing } = words[purpose];
      const token = await createPasswordLink(tx, userId, purpose, now);
      return {
        subject,
        ...writeMailBody([opening, { label, link: `${publicUrl}/reset-password?token=${token}` }, closing]),
      };
    };
  return { [words.reset.purpose]: composer('reset'), [words.invitation.purpose]: composer('invitation') };
}

/** Locked, so that neither the address nor the status changes until the link is stored. */
const lockUser = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select(['email', 'status'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

const passwordRequest = job(
  'password-request',
  z.object({ email: z.string(), address: z.string(), request_id: z.string() }),
);

/**
 * Accepts a request for a new password. A job finds out later whether there is such an account, so that neither the
 * reply nor its timing reveals it.
 */
export async function requestPasswordReset(
  ctx: WriteContext,
  email: string,
  mailConfigured: boolean,
): Promise<{ message: string }> {
  if (!mailConfigured) {
    return {
      message: 'This server cannot send email. Ask an administrator to reset your password.',
    };
  }
  await addJob(ctx.tx, passwordRequest, { email, address: ctx.address, request_id: ctx.requestId });
  return {
    message:
      'If an account has this address, we have sent it a link. It works once and expires after 30 minutes.',
  };
}

/** Sends the link to users with an active account and an open password; others get nothing. */
export const passwordRequestHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(passwordRequest, ({ email, address, request_id }) =>
    inTransaction(db, async tx => {
      const account = await findAccount(tx, email);
      if (account?.status !== 'active' || (await passwordIsReplacedBy(tx, account.id))) return;
      const audits: AuditDraft[] = [];
      const now = clock();
      if (await hasEnoughLinks(tx, account.id, now)) return;
      await emailPasswordLink({ tx, actor: anonymousActor, now, audits }, account, 'reset');
      await writeAudits(
        tx,
        { actor: { ...anonymousActor, name: account.name }, now, requestId: request_id, address },
        audits,
      );
    }),
  );

const maxLinks = 3;

/** Whether a user has just been sent several links, so that strangers cannot flood a mailbox. */
async function hasEnoughLinks(tx: Tx, userId: number, now: Date): Promise<boolean> {
  // Concurrent requests for one user take turns, so that each counts the others.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  const { count } = await tx
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', words.reset.purpose)
    .where('created_at', '>', new Date(now.getTime() - linkLifetimeMs.reset))
    .executeTakeFirstOrThrow();
  return count >= maxLinks;
}
