import type { LiveTopic } from '#domain/live/live.contract';

/**
 * Runs once for all windows of a browser and holds their only event stream, because browsers limit
 * connections to a server. Windows pass it the token; it broadcasts events to all of them.
 */
export type LiveNews = { readonly topic: LiveTopic } | { readonly isUp: boolean };

const channel = new BroadcastChannel('live');
const firstPauseMs = 1000;
const maxPauseMs = 60_000;
/** The server sends something at least every 20 seconds. */
const maxSilenceMs = 50_000;

let token: string | null = null;
let current: AbortController | undefined;
let isUp = false;

addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports;
  port?.addEventListener('message', ({ data }: MessageEvent<string | null>) => use(data));
  port?.start();
});

/** The token of the last window. The others have the same one, or will find that theirs has ended. */
function use(newToken: string | null): void {
  // Windows that connect later receive the current state.
  if (newToken === token) return announceNews({ isUp });
  current?.abort();
  // All windows read again with the first event of the stream that begins now.
  announceNews({ isUp: false });
  token = newToken;
  if (newToken === null) return;
  current = new AbortController();
  void stay(newToken, current);
}

function announceNews(news: LiveNews): void {
  if ('isUp' in news) isUp = news.isUp;
  channel.postMessage(news);
}

/** Listens and reconnects after every loss, except when the server rejects the token. */
async function stay(usedToken: string, whole: AbortController): Promise<void> {
  for (let pauseMs = firstPauseMs; !whole.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const status = await listen(usedToken, whole.signal, () => {
      pauseMs = firstPauseMs / 2;
    });
    if (whole.signal.aborted) return;
    announceNews({ isUp: false });
    if (status === 401) {
      token = null;
      return;
    }
    await new Promise(resolve => setTimeout(resolve, pauseMs * (1 + Math.random())));
  }
}

/** One connection until it ends. Returns the status if the response is not a stream. */
async function listen(
  usedToken: string,
  whole: AbortSignal,
  onHeard: () => void,
): Promise<number | undefined> {
  const own = new AbortController();
  const stop = () => own.abort();
  whole.addEventListener('abort', stop);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, maxSilenceMs);
  };
  try {
    heard();
    const response = await fetch('/api/events', {
      headers: { authorization: `Bearer ${usedToken}`, 'x-unattended': 'yes' },
      signal: own.signal,
    });
    if (!response.ok || !response.body) return response.status;
    onHeard();
    await read(response.body, heard);
  } catch {
    // The network or this side ended the stream.
  } finally {
    clearTimeout(silence);
    whole.removeEventListener('abort', stop);
    own.abort();
  }
  return undefined;
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, onReceived: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    onReceived();
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) pass(event.slice('data: '.length));
  }
}

/** The first event of a connection tells listeners to refetch everything. */
function pass(text: string): void {
  announceNews(isUp ? (JSON.parse(text) as LiveNews) : { isUp: true });
}
