import type { LiveTopic } from '#domain/live/live.contract';
import { liveIsUp, tellLive, topicOf } from '../../platform/live-state';
import { queryClient } from '../../platform/query-client';
import { token } from '../../platform/token';
import type { LiveNews } from './live-worker';

/** A dashboard, or an inbox, is asked for again at most this often, however much is sold or comes. */
const calmMs = 2000;

/**
 * Has this window hear what happens on the server: what it shows of it is asked for again. A browser that knows no
 * workers for several windows asks once a minute instead.
 */
export function startLive(): () => void {
  if (!('SharedWorker' in window)) return () => undefined;
  const channel = new BroadcastChannel('live');
  const figures = calmly(() => askAgain('figures'));
  const mail = calmly(() => askAgain('mail'));
  const hear = (topic: LiveTopic) => {
    tellLive(topic);
    if (topic === 'figures' || topic === 'everything') figures.ask();
    if (topic === 'notifications' || topic === 'everything') askAgain('notifications');
    if (topic === 'mail' || topic === 'everything') mail.ask();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveNews>) => {
    if ('topic' in data) return hear(data.topic);
    // What this window read before may have changed since.
    if (data.isUp && !liveIsUp.get()) hear('everything');
    liveIsUp.set(data.isUp);
  });
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), {
    type: 'module',
    name: 'live',
  });
  worker.port.postMessage(token.read());
  return () => {
    figures.stop();
    mail.stop();
    channel.close();
    liveIsUp.set(false);
    worker.port.close();
  };
}

/** A window that nobody sees asks when it is seen. */
function askAgain(topic: LiveTopic): void {
  void queryClient.invalidateQueries({
    predicate: query => topicOf(query) === topic,
    refetchType: document.hidden ? 'none' : 'active',
  });
}

function calmly(work: () => void): { ask: () => void; stop: () => void } {
  let last = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      waiting ??= setTimeout(
        () => {
          waiting = undefined;
          last = Date.now();
          work();
        },
        Math.max(0, last + calmMs - Date.now()),
      );
    },
    stop: () => clearTimeout(waiting),
  };
}
