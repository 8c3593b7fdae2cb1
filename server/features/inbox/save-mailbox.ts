import type { MailboxWrite } from '#domain/emails/mailbox.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { ensureCurrent } from '../../platform/http/ensure-current';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound, invalid } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { findMailboxSettings, lockMailbox, passwordPlace, wakeMailbox } from './mailbox.queries';

const record = { type: 'setting', id: null, name: 'Mailbox' } as const;

/** Saves the settings. A different server or user is a different mailbox, so fetched messages are deleted. */
export async function saveMailbox(ctx: WriteContext, secrets: Secrets, body: MailboxWrite) {
  const { password, version, ...written } = body;
  const before = await lockMailbox(ctx.tx);
  const settings = { ...written, sent_copies: written.sent_copies ?? before?.sent_copies ?? 'automatic' };
  if (before) {
    // A refusal shows the settings of now, but not the password.
    const { password_sealed: _sealed, ...shown } = before;
    ensureCurrent(shown, version, 'Mailbox');
  }
  const moved = before && (before.host !== settings.host || before.username !== settings.username);
  // A stored password is never sent to a different server.
  if (!password && (!before || moved)) throw invalid({ password: 'Enter the password of the mailbox.' });
  const values = {
    ...settings,
    password_sealed: password ? secrets.seal(password, passwordPlace) : (before?.password_sealed ?? ''),
    state: 'waiting',
    failed_step: null,
    last_error: null,
    updated_at: ctx.now,
    // Only emails sent from now on are copied.
    ...(before && !moved && (before.sent_copies === 'never') === (settings.sent_copies === 'never')
      ? {}
      : { sent_copies_since: ctx.now }),
  };
  if (before) {
    if (moved) await ctx.tx.deleteFrom('mail_folders').execute();
    await ctx.tx
      .updateTable('mailbox')
      .set({ ...values, version: before.version + 1 })
      .execute();
  } else await ctx.tx.insertInto('mailbox').values(values).execute();
  await wakeMailbox(ctx.tx, 'settings');
  // The log records that the password changed, not the password.
  const { password_sealed: _, id: __, version: ___, ...was } = before ?? {};
  recordEdit(
    ctx,
    record,
    { ...was, password: 'kept' },
    { ...settings, password: password ? 'changed' : 'kept' },
  );
  if (ctx.audits.length === 0) recordAudit(ctx, savedAgain);
  return { mailbox: await findMailboxSettings(ctx.tx) };
}

const savedAgain = {
  action: 'edited',
  recordType: 'setting',
  recordId: null,
  recordName: 'Mailbox',
} as const;

export async function removeMailbox(ctx: WriteContext): Promise<{ message: string }> {
  const before = ensureFound(await lockMailbox(ctx.tx), 'Mailbox');
  await ctx.tx.deleteFrom('mail_folders').execute();
  await ctx.tx.deleteFrom('mailbox').execute();
  await wakeMailbox(ctx.tx, 'settings');
  recordAudit(ctx, {
    action: 'deleted',
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before: { address: before.address, host: before.host, username: before.username },
  });
  return { message: 'Mailbox removed. Nothing has changed on the mail server.' };
}
