import type { LiveTopic } from '#domain/live/live.contract';

/**
 * Runs once for all windows of a browser and holds their one stream of events, since a browser keeps few connections to
 * a server open at once. Windows hand it the token; it tells them all what it hears.
 */
export type LiveNews = { readonly topic: LiveTopic } | { readonly isUp: boolean };

const channel = new BroadcastChannel('live');
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** The server is heard at least every 20 seconds. */
const longestSilenceMs = 50_000;

let token: string | null = null;
let current: AbortController | undefined;
let isUp = false;

addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports;
  port?.addEventListener('message', ({ data }: MessageEvent<string | null>) => use(data));
  port?.start();
});

/** The token of the window that came last; the others have the same, or will find out that theirs has ended. */
function use(given: string | null): void {
  // Whoever comes later learns how it stands.
  if (given === token) return tell({ isUp });
  current?.abort();
  token = given;
  if (given === null) return;
  current = new AbortController();
  void stay(given, current);
}

function tell(news: LiveNews): void {
  if ('isUp' in news) isUp = news.isUp;
  channel.postMessage(news);
}

/** Listens, and comes back after every loss. A server that does not know the token is not asked again. */
async function stay(given: string, whole: AbortController): Promise<void> {
  for (let pauseMs = firstPauseMs; !whole.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const answer = await listen(given, whole.signal, () => {
      pauseMs = firstPauseMs / 2;
    });
    if (whole.signal.aborted) return;
    tell({ isUp: false });
    if (answer === 401) {
      token = null;
      return;
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs * (1 + Math.random())));
  }
}

/** One connection, until it ends; answers the status of what was no stream. */
async function listen(given: string, whole: AbortSignal, onHeard: () => void): Promise<number | undefined> {
  const own = new AbortController();
  const stop = () => own.abort();
  whole.addEventListener('abort', stop);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, longestSilenceMs);
  };
  try {
    heard();
    const answer = await fetch('/api/events', {
      headers: { authorization: `Bearer ${given}`, 'x-unattended': 'yes' },
      signal: own.signal,
    });
    if (!answer.ok || !answer.body) return answer.status;
    onHeard();
    await read(answer.body, heard);
  } catch {
    // The network, or this side, has ended it.
  } finally {
    clearTimeout(silence);
    whole.removeEventListener('abort', stop);
    own.abort();
  }
  return undefined;
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) pass(event.slice('data: '.length));
  }
}

/** The first of a connection says that it stands: whoever hears that asks for everything. */
function pass(text: string): void {
  tell(isUp ? (JSON.parse(text) as LiveNews) : { isUp: true });
}
