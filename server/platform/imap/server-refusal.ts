import type { ImapFlow, Logger } from 'imapflow';
import { imapFailure } from './imap-failed';
import { serverWords } from './server-words';

/** The server refused a command. A message for users, with the server's own text. */
export class ImapRefused extends Error {
  override readonly name = 'ImapRefused';
}

type CommandError = Error & {
  responseStatus?: string;
  responseText?: string;
  serverResponseCode?: string;
};

const reasons: Readonly<Record<string, string>> = {
  OVERQUOTA: 'The mailbox is full.',
  NOPERM: 'The mail server does not allow this.',
  READONLY: 'The folder is read-only.',
  'READ-ONLY': 'The folder is read-only.',
  TRYCREATE: 'The folder no longer exists.',
  NONEXISTENT: 'The folder no longer exists.',
  LIMIT: 'The mail server has reached its limit.',
};

/** The last error of each connection: the library returns `false` and writes the reason to its log only. */
const complaints = new WeakMap<ImapFlow, unknown>();

/** A logger that keeps only the last error of a connection, which is known after the connection is made. */
export function complaintsOf(): { logger: Logger; watch: (client: ImapFlow) => void } {
  let owner: ImapFlow | undefined;
  const ignore = () => undefined;
  return {
    watch: client => {
      owner = client;
    },
    logger: {
      debug: ignore,
      info: ignore,
      error: ignore,
      warn: (entry: { err?: unknown }) => {
        if (owner && entry.err !== undefined) complaints.set(owner, entry.err);
      },
    },
  };
}

/**
 * Sends a command that the server may refuse. @throws ImapRefused when it did; otherwise the error that broke the
 * connection.
 */
export async function askServer<T>(
  client: ImapFlow,
  command: () => Promise<T | false | undefined>,
): Promise<T> {
  complaints.delete(client);
  let error: unknown;
  try {
    const result = await command();
    if (result !== false && result !== undefined) return result;
    error = complaints.get(client);
  } catch (thrown) {
    error = thrown;
  }
  throw refusalOf(error, client.usable);
}

function refusalOf(error: unknown, isUsable: boolean): Error {
  const { responseStatus, responseText, serverResponseCode = '' } = (error ?? {}) as CommandError;
  if (responseStatus === 'NO' || responseStatus === 'BAD' || /LIMIT/.test(serverResponseCode))
    return new ImapRefused(
      `${reasons[serverResponseCode] ?? 'The mail server refused.'}${serverWords(responseText)}`,
    );
  // Without an error, the library found that the server does not support the command.
  if (error === undefined && isUsable) return new ImapRefused('The mail server does not store this.');
  return imapFailure(error ?? new Error('The connection was lost.'), 'open_inbox');
}
