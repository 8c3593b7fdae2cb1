import { type AdvisoryLock, tryShareOfConnection } from './advisory-lock';
import { type Connection, Session } from './session';

/** Receives the notice's payload, or null after a lost connection: notices may have been missed. */
type OnNotice = (text: string | null) => void;

export type Listener = {
  /** Opens the connection now, rather than with the first subscription. */
  readonly open: () => Promise<void>;
  /** Receives a channel's notices from the moment this resolves. Returns the function that unsubscribes. */
  readonly subscribe: (channel: string, onNotice: OnNotice) => Promise<() => void>;
  readonly close: () => Promise<void>;
};

const firstPauseMs = 200;
const maxPauseMs = 10_000;

type Options = {
  readonly pulseMs?: number;
  readonly answerMs?: number;
  /** Shared for as long as the connection is there. */
  readonly sharing?: AdvisoryLock | undefined;
  /** Runs whenever a lost connection is there again: what the lock protects may have changed meanwhile. */
  readonly onReconnected?: (session: Session) => Promise<void>;
};

async function openSession(
  connection: Connection,
  { answerMs, sharing }: Pick<Required<Options>, 'answerMs'> & Pick<Options, 'sharing'>,
): Promise<Session> {
  const fresh = new Session({
    ...connection,
    application_name: 'counterfoil listener',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  await fresh.connect();
  if (!sharing || (await tryShareOfConnection(fresh, sharing))) return fresh;
  await fresh.end();
  throw new Error(`The lock “${sharing.name}” is held by another process.`);
}

/**
 * LISTEN over one connection of its own, opened with the first subscription and reopened whenever it is lost. Channels
 * are few and never unlistened; their names are literals in the code. Every `pulseMs` the server is asked whether it is
 * still there, because a machine that is lost closes no connection.
 */
export function openListener(
  connection: Connection,
  { pulseMs = 15_000, answerMs = 5_000, sharing, onReconnected }: Options = {},
): Listener {
  const channels = new Map<string, Set<OnNotice>>();
  let client: Promise<Session> | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<Session> {
    const fresh = await openSession(connection, { answerMs, sharing });
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    for (const channel of channels.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    const pulse = setInterval(() => void ask(fresh, 'select 1').catch(() => fresh.cut()), pulseMs);
    fresh.once('end', () => {
      clearInterval(pulse);
      client = undefined;
      if (!closed) reconnect(firstPauseMs);
    });
    return fresh;
  }

  function connected(): Promise<Session> {
    if (closed) throw new Error('The listener is closed');
    client ??= connect().catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    return client;
  }

  function reconnect(pauseMs: number): void {
    again = setTimeout(() => {
      connected().then(resume, () => closed || reconnect(Math.min(pauseMs * 2, maxPauseMs)));
    }, pauseMs);
  }

  // If the connection is lost again meanwhile, the next one is asked.
  const resume = (session: Session): Promise<void> =>
    (onReconnected?.(session) ?? Promise.resolve()).catch(() => session.cut()).then(notifyListeners);

  function notifyListeners(): void {
    for (const channel of channels.keys()) tell(channel, null);
  }

  const tell = (channel: string, text: string | null) => {
    for (const onNotice of channels.get(channel) ?? []) onNotice(text);
  };

  /** A connection runs one query at a time, so concurrent callers take turns. */
  function ask(current: Session, statement: string): Promise<unknown> {
    const answered = turn.then(() => current.query(statement));
    turn = answered.catch(() => undefined);
    return answered;
  }

  return {
    open: async () => void (await connected()),
    subscribe: async (channel, onNotice) => {
      const listening = channels.get(channel) ?? new Set();
      channels.set(channel, listening.add(onNotice));
      try {
        const current = await connected();
        // Repeating LISTEN is harmless, and covers a channel added while the connection was being opened.
        await ask(current, `listen ${current.escapeIdentifier(channel)}`);
      } catch (error) {
        listening.delete(onNotice);
        throw error;
      }
      return () => void listening.delete(onNotice);
    },
    close: async () => {
      closed = true;
      clearTimeout(again);
      const current = await client?.catch(() => undefined);
      await current?.end();
    },
  };
}
