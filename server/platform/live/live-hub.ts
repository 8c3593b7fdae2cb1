import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Listener } from '../database/listen';
import type { Actor } from '../http/actor';
import { tooMany } from '../http/refusal';
import { liveChannel } from './announce';

export type LiveHub = {
  /** Begins the stream of one page or browser. Refuses with 429 when the person has too many open already. */
  readonly open: (actor: Actor) => Promise<Readable>;
  readonly close: () => void;
};

type Parts = {
  readonly listener: Listener;
  /** The same person with the rights of this moment; undefined when the session has ended. */
  readonly lookAgain: (actor: Actor) => Promise<Actor | undefined>;
  /** Whether somebody may know of a topic at all. */
  readonly mayHear: (topic: string, actor: Actor) => boolean;
  readonly log: { readonly warn: (facts: object, message: string) => void };
};

type Stream = { actor: Actor; readonly events: Readable };

/** Below the minute after which a silent connection is cut, here and by most proxies. */
const heartbeatMs = 20_000;
/** One for each browser; a person has a few. */
export const mostStreams = 12;
/** What may wait, in bytes, for a client that does not read. */
const mostWaiting = 64 * 1024;

/** Sessions and rights have changed somewhere: who no longer belongs here is let go at once. */
const accessTopic = 'access';
/** Notices may have been missed. */
const missedTopic = 'everything';

const announcement = z.object({ topic: z.string(), to: z.array(z.int()).optional() });

/**
 * Hands what is announced in the database to those who listen in this process. It holds no state that would be missed:
 * a client that comes back asks for everything again.
 */
export function openLiveHub({ listener, lookAgain, mayHear, log }: Parts): LiveHub {
  const streams = new Set<Stream>();
  let listening: Promise<() => void> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;
  let rounds = 0;

  function hear(text: string | null): void {
    if (text === null) return tell(missedTopic);
    const { topic, to } = announcement.parse(JSON.parse(text));
    if (topic === accessTopic) return void lookAtAll();
    tell(topic, to && new Set(to));
  }

  function tell(topic: string, to?: ReadonlySet<number>): void {
    for (const stream of streams)
      if ((!to || to.has(stream.actor.id)) && mayHear(topic, stream.actor))
        send(stream, `data: ${JSON.stringify({ topic })}\n\n`);
  }

  /** Whoever does not read is let go, and asks for everything when coming back. */
  function send({ events }: Stream, text: string): void {
    if (events.destroyed) return;
    if (events.readableLength > mostWaiting) events.destroy();
    else events.push(text);
  }

  /** Taken out first: nothing may be pushed behind the end. */
  function end(stream: Stream): void {
    if (streams.delete(stream)) stream.events.push(null);
  }

  /** One round at a time; what is asked for meanwhile is one more. */
  async function lookAtAll(): Promise<void> {
    rounds = Math.min(rounds + 1, 2);
    if (rounds > 1) return;
    for (; rounds > 0; rounds--) for (const stream of streams) await look(stream);
  }

  async function look(stream: Stream): Promise<void> {
    try {
      const actor = await lookAgain(stream.actor);
      if (actor) stream.actor = actor;
      else end(stream);
    } catch (error) {
      // A database that is away for a moment says nothing of the session.
      log.warn({ err: error }, 'a live stream could not be looked at again');
    }
  }

  function beat(): void {
    for (const stream of streams) send(stream, ':\n\n');
    void lookAtAll();
  }

  return {
    open: async actor => {
      if (Array.from(streams).filter(stream => stream.actor.id === actor.id).length >= mostStreams)
        throw tooMany('Too many live connections are open. Close some pages and try again.', 60);
      listening ??= listener.subscribe(liveChannel, hear).catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      await listening;
      const events = new Readable({ read: () => undefined });
      const stream: Stream = { actor, events };
      streams.add(stream);
      events.once('close', () => streams.delete(stream));
      // Told at once, so that the client knows that it is heard from now on.
      events.push(`data: ${JSON.stringify({ topic: missedTopic })}\n\n`);
      if (closed) end(stream);
      heartbeat ??= setInterval(beat, heartbeatMs).unref();
      return events;
    },
    close: () => {
      closed = true;
      clearInterval(heartbeat);
      for (const stream of streams) end(stream);
      void listening?.then(
        stop => stop(),
        () => undefined,
      );
    },
  };
}
