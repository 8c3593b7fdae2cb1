import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { type Networks, resolveHost } from '../network';
import { ImapFailed, imapFailure, type ImapStep } from './imap-failed';
import { complaintsOf } from './server-refusal';

export type ImapAccount = {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly password: string;
};

/** Milliseconds: until connected, until the server's greeting, and without any activity. */
export type ImapTimeouts = { readonly connect: number; readonly greeting: number; readonly socket: number };
const defaultImapTimeouts: ImapTimeouts = { connect: 10_000, greeting: 10_000, socket: 90_000 };

export type ImapOptions = {
  readonly networks: Networks;
  readonly timeouts?: ImapTimeouts;
  /** Called for each step once it is done. */
  readonly onStep?: (step: ImapStep) => void;
};

/** The ports of IMAP; others only within allowed networks. */
const imapPorts = [143, 993];
const megabyte = 1024 * 1024;

/** The largest message that is fetched whole. */
export const maxMessage = 25 * megabyte;

/**
 * Signs in to a mailbox. The caller closes it; when the connection breaks, 'close' is emitted and pending commands
 * fail. @throws ImapFailed naming the step that failed.
 */
export async function openImap(account: ImapAccount, options: ImapOptions): Promise<ImapFlow> {
  const { networks, timeouts = defaultImapTimeouts, onStep = () => undefined } = options;
  let reached: ImapStep = 'resolve';
  let client: ImapFlow | undefined;
  try {
    const place = await resolveHost(account.host, account.port, { networks, ports: imapPorts });
    if (account.security === 'none' && !place.isLocal)
      throw new ImapFailed('secure', 'Without encryption the password could be intercepted. Choose TLS.');
    onStep('resolve');
    reached = 'connect';
    client = newClient(account, place.address, timeouts);
    // Later failures are handled by 'close'; an unhandled error event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    for (const step of ['connect', 'secure', 'sign_in'] as const) onStep(step);
    return client;
  } catch (error) {
    client?.close();
    const failure = imapFailure(error, reached);
    if (failure.step !== 'resolve') reportStepsUpTo(failure.step, onStep);
    throw failure;
  }
}

/** Opens the inbox as the last step of a connection test. @throws ImapFailed */
export async function openInbox(client: ImapFlow): Promise<void> {
  try {
    const lock = await client.getMailboxLock('INBOX');
    lock.release();
  } catch (error) {
    throw imapFailure(error, 'open_inbox');
  }
}

/** The library connects, encrypts and signs in as one call: the steps before the failed one succeeded. */
function reportStepsUpTo(failed: ImapStep, onStep: (step: ImapStep) => void): void {
  for (const step of ['connect', 'secure', 'sign_in'] as const) {
    if (step === failed) return;
    onStep(step);
  }
}

function newClient(account: ImapAccount, address: string, timeouts: ImapTimeouts): ImapFlow {
  const complaints = complaintsOf();
  const client = new ImapFlow({
    host: address,
    port: account.port,
    secure: account.security === 'tls',
    // Never "when offered": an attacker in between could remove the offer.
    ...(account.security === 'tls' ? {} : { doSTARTTLS: account.security === 'starttls' }),
    ...(isIP(account.host) ? {} : { servername: account.host }),
    tls: { minVersion: 'TLSv1.2', ...(isIP(account.host) ? {} : { servername: account.host }) },
    auth: { user: account.username, pass: account.password },
    logger: complaints.logger,
    disableAutoIdle: true,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    // A server that never ends a line or announces a message of a gigabyte must not fill the memory.
    maxLineLength: 8 * megabyte,
    maxLiteralSize: maxMessage + megabyte,
    maxResponseSize: maxMessage + 16 * megabyte,
  });
  complaints.watch(client);
  return client;
}
