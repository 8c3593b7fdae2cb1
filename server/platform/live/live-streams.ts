import { Readable } from 'node:stream';
import type { Actor } from '../http/actor';

export type Stream = { actor: Actor; readonly events: Readable };

/** The maximum that may be buffered, in bytes, for a client that does not read. */
const maxWaiting = 64 * 1024;
const asEvent = (topic: string) => `data: ${JSON.stringify({ topic })}\n\n`;

/** The open streams of a process. */
export function createStreams(canHear: (topic: string, actor: Actor) => boolean) {
  const streams = new Set<Stream>();

  /** A client that does not read is disconnected, and fetches everything when it reconnects. */
  function send({ events }: Stream, text: string): void {
    if (events.destroyed) return;
    if (events.readableLength > maxWaiting) events.destroy();
    else events.push(text);
  }

  return {
    all: streams as ReadonlySet<Stream>,
    countOf: (actor: Actor): number =>
      Array.from(streams).filter(stream => stream.actor.id === actor.id).length,
    /** Opens a stream with a first event, so that the client knows it is subscribed. */
    begin: (actor: Actor, topic: string): Stream => {
      const stream: Stream = { actor, events: new Readable({ read: () => undefined }) };
      streams.add(stream);
      stream.events.once('close', () => streams.delete(stream));
      send(stream, asEvent(topic));
      return stream;
    },
    /** Removed first: nothing may be pushed after the end. */
    end: (stream: Stream): void => {
      if (streams.delete(stream)) stream.events.push(null);
    },
    tell: (topic: string, to?: ReadonlySet<number>): void => {
      for (const stream of streams)
        if ((!to || to.has(stream.actor.id)) && canHear(topic, stream.actor)) send(stream, asEvent(topic));
    },
    /** A comment keeps the connection from being closed as idle. */
    beat: (): void => {
      for (const stream of streams) send(stream, ':\n\n');
    },
  };
}
