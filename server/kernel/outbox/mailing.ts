import type { Database, Reader } from '../../platform/database/open-database';
import type { MailAddress, MailServer } from '../../platform/mail/mail-server';
import { type Mailer, openMailer } from '../../platform/mail/smtp';
import { HostRefused } from '../../platform/network';
import { type Secrets, SecretUnreadable } from '../../platform/secrets';
import { findSetting } from '../settings';
import {
  type MailNetwork,
  mailOutSetting,
  openPassword,
  reachable,
  type StoredMailServer,
} from './mail-setting';

/** How emails are sent: by the server of the environment, or the one in the settings. */
export type Mailing = {
  readonly environment: MailServer | null;
  readonly reach: MailNetwork;
  /** Sends an email by the current server. */
  readonly mailer: (db: Database) => Mailer;
  readonly isConfigured: (db: Reader) => Promise<boolean>;
  /** The current sender; null while email cannot be sent. */
  readonly sender: (db: Reader) => Promise<MailAddress | null>;
};

type Parts = {
  readonly environment: MailServer | null;
  readonly secrets: Secrets;
  readonly reach: MailNetwork;
};

export const noMailServer = 'No mail server is configured.';

export function openMailing({ environment, secrets, reach }: Parts): Mailing {
  const fixed = environment && openMailer(environment);
  return {
    environment,
    reach,
    mailer: db => fixed ?? { send: async message => sendBySettings(db, { secrets, reach }, message) },
    sender: async db => environment?.sender ?? senderOf((await findSetting(db, mailOutSetting)).value.server),
    isConfigured: async db => fixed !== null || (await findSetting(db, mailOutSetting)).value.server !== null,
  };
}

const senderOf = (server: StoredMailServer | null): MailAddress | null =>
  server && { name: server.sender_name, address: server.sender_address };

async function sendBySettings(
  db: Database,
  { secrets, reach }: Omit<Parts, 'environment'>,
  message: Parameters<Mailer['send']>[0],
): ReturnType<Mailer['send']> {
  const { server } = (await findSetting(db, mailOutSetting)).value;
  if (server === null) return { kind: 'refused', reason: noMailServer };
  try {
    return await openMailer(await reachable(server, openPassword(server, secrets), reach)).send(message);
  } catch (error) {
    // Both faults can be fixed in the settings or by the operator, after which the email is sent.
    if (error instanceof HostRefused || error instanceof SecretUnreadable)
      return { kind: 'deferred', reason: error.message };
    throw error;
  }
}
