import { randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import type { Listener } from '../../../platform/database/listen';
import { sqlState } from '../../../platform/database/database-errors';
import { imapFailure, openImap } from '../../../platform/imap';
import { SecretUnreadable, type Secrets } from '../../../platform/secrets';
import { mailboxChannel, passwordPlace } from '../mailbox.queries';
import type { MailboxNetwork } from '../mailbox-network';
import { emailChannel } from '../../../kernel/outbox';
import {
  type MailboxLease,
  keepLease,
  type LeaseParts,
  leaseSeconds,
  releaseLease,
  leaseMailbox,
  reportState,
  versionOf,
} from './lease';
import { type RoundParts, syncRound } from './sync-mailbox';
import { createWake, type Wake } from './wake';

export type WatchParts = RoundParts &
  LeaseParts & {
    readonly listener: Listener;
    readonly secrets: Secrets;
    readonly reach: MailboxNetwork;
    readonly log: { readonly warn: (facts: object, message: string) => void };
    /**
     * Milliseconds between syncs of all folders, and between retries after failures; the last value repeats.
     */
    readonly pollMs?: number;
    /** How often the lease is renewed. */
    readonly heartbeatMs?: number;
    readonly retryPausesMs?: readonly number[];
  };

const second = 1000;
const defaultPollMs = 120 * second;
const defaultRetryPausesMs = [5, 15, 60, 180, 600].map(seconds => seconds * second);
const defaultHeartbeatMs = 15 * second;
/** While another process serves the mailbox, or there is none. */
const restMs = leaseSeconds * second;

/**
 * Watches the mailbox while the process runs: in one process of all, over one connection. The server announces new
 * messages (IDLE), and folders are also polled. After failures it retries at growing intervals; changed settings, or a
 * user's "check now", retry at once. `stop` interrupts whatever is running.
 */
export function watchMailbox(parts: WatchParts): { stop: () => Promise<void> } {
  const { log } = parts;
  const life: Life = {
    lease: randomUUID(),
    wake: createWake(),
    stopped: false,
    client: undefined,
    failures: 0,
  };
  const ended = run();

  async function run(): Promise<void> {
    const unsubscribe = await subscribe(parts, life);
    while (!life.stopped) {
      const rest = await liveOnce(parts, life).catch((error: unknown) => {
        // The database is down; the mailbox can wait.
        if (!life.stopped) log.warn({ err: error }, 'the mailbox cannot be synced at the moment');
        return restMs;
      });
      if (!life.stopped) await life.wake.wait(rest);
    }
    unsubscribe();
    await releaseLease(parts, life.lease).catch(() => undefined);
  }

  return {
    stop: async () => {
      life.stopped = true;
      life.client?.close();
      life.wake.ring();
      await ended;
    },
  };
}

/** State kept across connections. */
type Life = {
  readonly lease: string;
  readonly wake: Wake;
  stopped: boolean;
  client: ImapFlow | undefined;
  failures: number;
};

async function subscribe({ listener, log }: WatchParts, life: Life): Promise<() => void> {
  while (!life.stopped) {
    try {
      const subscription = await listener.subscribe(mailboxChannel, life.wake.ring);
      // Sent emails are copied to the mailbox too.
      const sent = await listener.subscribe(emailChannel, life.wake.ring);
      return () => {
        subscription();
        sent();
      };
    } catch (error) {
      log.warn({ err: error }, 'requests for the mailbox cannot be received');
      await life.wake.wait(restMs);
    }
  }
  return () => undefined;
}

/** The life of one connection. Returns the pause before the next. */
async function liveOnce(parts: WatchParts, life: Life): Promise<number> {
  const { log, retryPausesMs = defaultRetryPausesMs } = parts;
  const held = await leaseMailbox(parts, life.lease);
  if (!held) return restMs;
  const { heartbeatMs = defaultHeartbeatMs } = parts;
  const beating = setInterval(() => void beat(parts, life), heartbeatMs);
  try {
    const password = parts.secrets.unseal(held.passwordSealed, passwordPlace);
    const client = await openImap({ ...held.account, password }, parts.reach);
    life.client = client;
    for (const event of ['exists', 'expunge', 'flags', 'close'] as const) client.on(event, life.wake.ring);
    await attend(parts, life, client, held);
    return 0;
  } catch (error) {
    if (life.stopped) return 0;
    // A fault of the database, not of the mailbox.
    if (sqlState(error) !== undefined) throw error;
    await reportState(parts, life.lease, { state: 'failed', ...failureOf(error) });
    log.warn({ err: error }, 'the mailbox could not be read');
    life.failures += 1;
    return retryPausesMs[life.failures - 1] ?? retryPausesMs.at(-1) ?? restMs;
  } finally {
    clearInterval(beating);
    life.client?.close();
    life.client = undefined;
  }
}

function failureOf(error: unknown): { step: string | null; reason: string } {
  if (error instanceof SecretUnreadable) return { step: null, reason: error.message };
  const { step, message } = imapFailure(error, 'open_inbox');
  return { step, reason: message };
}

/** Sends heartbeats, and stops if another process has taken the mailbox. */
async function beat(parts: WatchParts, life: Life): Promise<void> {
  const renewed = await keepLease(parts, life.lease).catch(() => true);
  if (!renewed) life.client?.close();
}

/** Syncs in rounds until the settings change. In between, the server reports changes. */
async function attend(
  parts: WatchParts,
  life: Life,
  client: ImapFlow,
  { version }: MailboxLease,
): Promise<void> {
  const { pollMs = defaultPollMs } = parts;
  await reportState(parts, life.lease, { state: 'fetching' });
  let nextLook = 0;
  while (!life.stopped && (await versionOf(parts)) === version) {
    // The stopwatch: a clock that is set back would hold up the other folders until then.
    const everything = performance.now() >= nextLook;
    if (everything) nextLook = performance.now() + pollMs;
    const more = await syncRound(parts, client, everything);
    life.failures = 0;
    await reportState(parts, life.lease, { state: 'connected' });
    if (more) continue;
    await idle(client);
    await life.wake.wait(Math.max(0, nextLook - performance.now()));
    if (!client.usable) throw new Error('The connection was lost.');
  }
}

/** The server reports changes of the open inbox (IDLE). The next command ends this. */
async function idle(client: ImapFlow): Promise<void> {
  const lock = await client.getMailboxLock('INBOX');
  lock.release();
  client.idle().catch(() => undefined);
}
