import type { LiveTopic } from '#domain/live/live.contract';
import { liveIsUp, notifyLive, topicOf } from '../../platform/live-state';
import { queryClient } from '../../platform/query-client';
import { token } from '../../platform/token';
import type { LiveNews } from './live-worker';

/** A dashboard or inbox refetches at most this often, however many events arrive. */
const calmMs = 2000;

/**
 * Connects this window to the live events of the server and refetches what they affect. Browsers without
 * shared workers poll once a minute.
 */
export function startLive(): () => void {
  if (!('SharedWorker' in window)) return () => undefined;
  const channel = new BroadcastChannel('live');
  const figures = calmly(() => refetchTopic('figures'));
  const mail = calmly(() => refetchTopic('mail'));
  const hear = (topic: LiveTopic) => {
    notifyLive(topic);
    if (topic === 'figures' || topic === 'everything') figures.ask();
    if (topic === 'notifications' || topic === 'everything') refetchTopic('notifications');
    if (topic === 'records') refetchAll();
    if (topic === 'mail' || topic === 'everything') mail.ask();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveNews>) => {
    if ('topic' in data) return hear(data.topic);
    // Data fetched earlier may have changed since.
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

/** A hidden window refetches when it becomes visible. */
function refetchTopic(topic: LiveTopic): void {
  void queryClient.invalidateQueries({
    predicate: query => topicOf(query) === topic,
    refetchType: document.hidden ? 'none' : 'active',
  });
}

/** Any record on screen may be gone. */
function refetchAll(): void {
  void queryClient.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' });
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
