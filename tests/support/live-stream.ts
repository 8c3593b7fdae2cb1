import { expect } from 'vitest';
import * as z from 'zod';

const said = z.object({ topic: z.string() });

/** A browser's live stream: the topics received so far. */
export type LiveStream = {
  readonly received: string[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
};

/** Opens a stream as a browser does; it is subscribed when this resolves. */
export async function openLiveStream(address: string, token: string): Promise<LiveStream> {
  const leaving = new AbortController();
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const received: string[] = [];
  const ended = read(response, received).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  // What was written shortly before may already have been announced as well.
  await expect.poll(() => received[0]).toBe('everything');
  received.shift();
  return { received, ended, leave: () => leaving.abort() };
}

async function read(response: Response, received: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events)
      if (event.startsWith('data: ')) received.push(said.parse(JSON.parse(event.slice(6))).topic);
  }
}
