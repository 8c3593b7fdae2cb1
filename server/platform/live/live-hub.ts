import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { Listener } from '../database/listen';
import type { Actor } from '../http/actor';
import { tooMany } from '../http/refusal';
import { liveChannel } from './announce';
import { createStreams, type Stream } from './live-streams';

export type LiveHub = {
  /** Opens the stream of one page or browser. Refuses with 429 when the user has too many open. */
  readonly open: (actor: Actor) => Promise<Readable>;
  readonly close: () => void;
};

type Parts = {
  readonly listener: Listener;
  /** The same user with current permissions; undefined when the session has ended. */
  readonly refreshActor: (actor: Actor) => Promise<Actor | undefined>;
  /** Whether the user may receive a topic. */
  readonly canSubscribe: (topic: string, actor: Actor) => boolean;
  readonly log: { readonly warn: (facts: object, message: string) => void };
  readonly heartbeatMs?: number | undefined;
};

/** Below the minute after which an idle connection is closed, here and by most proxies. */
const defaultHeartbeatMs = 20_000;
/** One for each browser; a user has a few. */
export const maxStreams = 12;

/** Sessions and permissions have changed: streams without access are closed at once. */
const accessTopic = 'access';
/** Some notices may have been missed. */
const missedTopic = 'everything';

const announcement = z.object({ topic: z.string(), to: z.array(z.int()).optional() });

/**
 * Passes the database's announcements on to the clients of this process. It keeps no state: a client that reconnects
 * fetches everything again.
 */
export function openLiveHub({
  listener,
  refreshActor: lookAgain,
  canSubscribe,
  log,
  heartbeatMs = defaultHeartbeatMs,
}: Parts): LiveHub {
  const streams = createStreams(canSubscribe);
  let listening: Promise<() => void> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;
  let rounds = 0;

  function hear(text: string | null): void {
    if (text === null) {
      streams.tell(missedTopic);
      return void recheckAll();
    }
    const { topic, to } = announcement.parse(JSON.parse(text));
    if (topic === accessTopic) void recheckAll();
    else streams.tell(topic, to && new Set(to));
  }

  /** One round at a time; requests during a round cause one more. */
  async function recheckAll(): Promise<void> {
    rounds = Math.min(rounds + 1, 2);
    if (rounds > 1) return;
    for (; rounds > 0; rounds--) for (const stream of streams.all) await look(stream);
  }

  async function look(stream: Stream): Promise<void> {
    try {
      const actor = await lookAgain(stream.actor);
      if (actor) stream.actor = actor;
      else streams.end(stream);
    } catch (error) {
      // A database that is briefly unavailable says nothing about the session.
      log.warn({ err: error }, 'a live stream could not be rechecked');
    }
  }

  function listen(): Promise<unknown> {
    listening ??= listener.subscribe(liveChannel, hear).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    heartbeat ??= setInterval(() => {
      streams.beat();
      void recheckAll();
    }, heartbeatMs).unref();
    return listening;
  }

  return {
    open: async actor => {
      if (streams.countOf(actor) >= maxStreams)
        throw tooMany('Too many live connections are open. Close some pages and try again.', 60);
      await listen();
      const stream = streams.begin(actor, missedTopic);
      if (closed) streams.end(stream);
      return stream.events;
    },
    close: () => {
      closed = true;
      clearInterval(heartbeat);
      for (const stream of streams.all) streams.end(stream);
      void listening?.then(
        stop => stop(),
        () => undefined,
      );
    },
  };
}
