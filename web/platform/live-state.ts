import type { Query } from '@tanstack/react-query';
import type { LiveTopic } from '#domain/live/live.contract';
import { createStore } from './store';

/** Whether live events reach this window. If not, queries that need fresh data poll once a minute. */
export const liveIsUp = createStore(false);
export const pollMs = 60_000;

const listeners = new Set<(topic: LiveTopic) => void>();

/** Subscribes a screen to live events that no query handles. Returns the unsubscribe function. */
export function onLive(listener: (topic: LiveTopic) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function notifyLive(topic: LiveTopic): void {
  for (const listener of listeners) listener(topic);
}

/** The `meta` of a query that is refetched on events of the topic. */
export const about = (topic: LiveTopic) => ({ topic });
export const topicOf = ({ meta }: Pick<Query, 'meta'>): unknown => meta?.topic;
