import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import {
  mailOut,
  type MailOut,
  type MailServerWrite,
  type MailStep,
} from '#domain/settings/mail-out.contract';
import { recordAudit } from '../../kernel/audit';
import {
  mailOutSetting,
  type Mailing,
  mailPasswordPlace,
  reachable,
  type StoredMailServer,
} from '../../kernel/outbox';
import { changeSetting, type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid, notFound } from '../../platform/http/refusal';
import type { BeforeWrite } from '../../platform/http/route';
import { isInsecure } from '../../platform/mail/mail-outcome';
import { openMailer } from '../../platform/mail/smtp';
import { HostRefused } from '../../platform/network';
import { type Secrets, SecretUnreadable } from '../../platform/secrets';

export type MailServices = { readonly mailing: Mailing; readonly secrets: Secrets };

export const getMailOut = async (db: Reader, { mailing }: MailServices): Promise<MailOut> =>
  reply(await findSetting(db, mailOutSetting), mailing);

/** The settings without the password, which is never returned. */
function reply({ value, version }: Current<{ server: StoredMailServer | null }>, mailing: Mailing): MailOut {
  const { server } = value;
  const { environment } = mailing;
  return {
    server: server && { ...server, has_password: server.sealed_password !== null },
    environment: environment && {
      host: environment.host,
      port: environment.port,
      sender_address: environment.sender.address,
    },
    version,
  };
}

/** Saves the outgoing mail server. An omitted password keeps the stored one, for the same server only. */
export async function saveMailOut(
  ctx: WriteContext,
  { version, password, ...entered }: BodyOf<typeof mailOut.save>,
  { mailing, secrets }: MailServices,
): Promise<MailOut> {
  const user = entered.user ?? null;
  const passwordOf = (stored: StoredMailServer | null): StoredPassword => {
    if (user === null) return { sealed_password: null, password_entered_at: null };
    if (password === undefined)
      return {
        sealed_password: storedPassword({ ...entered, user }, stored),
        password_entered_at: stored?.password_entered_at ?? null,
      };
    return {
      sealed_password: secrets.seal(password, mailPasswordPlace),
      password_entered_at: ctx.now.toISOString(),
    };
  };
  const saved = await changeSetting(
    ctx,
    mailOutSetting,
    ({ server: stored }) => ({ server: { ...entered, user, ...passwordOf(stored) } }),
    version,
  );
  return reply(saved, mailing);
}

type StoredPassword = Pick<StoredMailServer, 'sealed_password' | 'password_entered_at'>;

/** 404 if there is none. */
export async function removeMailOut(ctx: WriteContext, { mailing }: MailServices): Promise<MailOut> {
  const { value, version } = await findSetting(ctx.tx, mailOutSetting);
  if (value.server === null) throw notFound('Mail server');
  return reply(await saveSetting(ctx, mailOutSetting, { server: null }, version), mailing);
}

/** The stored password, for its own server only: a different server name must not receive it. 422. */
function storedPassword(
  entered: { readonly host: string; readonly user: string },
  stored: StoredMailServer | null,
): string {
  if (stored?.sealed_password == null) throw invalid({ password: 'Enter the password.' });
  if (stored.host !== entered.host || stored.user !== entered.user)
    throw invalid({ password: 'Enter the password again because the server or user has changed.' });
  return stored.sealed_password;
}

type TestResult = ReplyOf<typeof mailOut.test>;

/** Sends a test email to the user, outside any transaction, and returns the step that failed. */
export async function tryMailOut(
  { db, actor, now }: BeforeWrite,
  { password, ...entered }: MailServerWrite,
  { mailing, secrets }: MailServices,
): Promise<TestResult> {
  const user = entered.user ?? null;
  const stored = (await findSetting(db, mailOutSetting)).value.server;
  let failed: MailStep = 'find';
  let encrypted = true;
  try {
    const word =
      user === null
        ? null
        : (password ?? secrets.unseal(storedPassword({ ...entered, user }, stored), mailPasswordPlace));
    const server = await reachable({ ...entered, user }, word, mailing.reach);
    encrypted = server.tls || server.startTls !== 'never';
    const mailer = openMailer(server, undefined, (error, stage) => {
      failed = stepOf(error, stage);
    });
    const outcome = await mailer.send({
      messageId: `try-${now.getTime()}`,
      to: actor.email,
      subject: 'Mail server test',
      text: 'This email was sent to test your mail server settings. They work.',
      html: '<p>This email was sent to test your mail server settings. They work.</p>',
      attachments: [],
      date: now,
    });
    if (outcome.kind === 'accepted')
      return { failed: null, message: `A test email was sent to ${actor.email}.`, encrypted };
    return { failed, message: outcome.reason, encrypted };
  } catch (error) {
    if (error instanceof HostRefused) return { failed: 'find', message: error.message, encrypted };
    if (error instanceof SecretUnreadable) throw invalid({ password: 'Enter the password again.' });
    throw error;
  }
}

function stepOf(error: Error & { readonly command?: string }, stage: string): MailStep {
  if (stage === 'signing-in') return 'sign_in';
  if (stage === 'connecting') return isInsecure(error) ? 'secure' : 'connect';
  return error.command === 'MAIL FROM' ? 'sender' : 'send';
}

/** Records the test and its result. */
export function recordAttempt(ctx: WriteContext, result: TestResult): Promise<TestResult> {
  recordAudit(ctx, {
    action: 'tested',
    recordType: 'setting',
    recordId: null,
    recordName: mailOutSetting.name,
    after: { failed: result.failed },
  });
  return Promise.resolve(result);
}
