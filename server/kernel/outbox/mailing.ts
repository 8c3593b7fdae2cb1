import type { Database, Reader } from '../../platform/database/open-database';
import type { MailAddress, MailServer } from '../../platform/mail/mail-server';
import { type Mailer, openMailer } from '../../platform/mail/smtp';
import { HostRefused } from '../../platform/network';
import { type Secrets, SecretUnreadable } from '../../platform/secrets';
import { findSetting } from '../settings';
import {
  type MailReach,
  mailOutSetting,
  openPassword,
  reachable,
  type StoredMailServer,
} from './mail-setting';

/** How messages leave: through the server that the environment names, or the one of the settings. */
export type Mailing = {
  readonly environment: MailServer | null;
  readonly reach: MailReach;
  /** Hands a message to whichever server counts at that moment. */
  readonly mailer: (db: Database) => Mailer;
  readonly isConfigured: (db: Reader) => Promise<boolean>;
  /** Whose name messages leave under at that moment; null while none can leave. */
  readonly sender: (db: Reader) => Promise<MailAddress | null>;
};

type Parts = {
  readonly environment: MailServer | null;
  readonly secrets: Secrets;
  readonly reach: MailReach;
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
    // Both are put right in the settings or by whoever runs the server, and the message goes out then.
    if (error instanceof HostRefused || error instanceof SecretUnreadable)
      return { kind: 'deferred', reason: error.message };
    throw error;
  }
}
