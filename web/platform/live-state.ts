import type { Query } from '@tanstack/react-query';
import type { LiveTopic } from '#domain/live/live.contract';
import { createStore } from './store';

/** Whether what happens is pushed to this window. While it is not, what is to be fresh asks once a minute. */
export const liveIsUp = createStore(false);
export const askEveryMs = 60_000;

const listeners = new Set<(topic: LiveTopic) => void>();

/** Has a screen hear what is pushed, where no query of it asks again by itself. Answers how to stop that. */
export function onLive(listener: (topic: LiveTopic) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellLive(topic: LiveTopic): void {
  for (const listener of listeners) listener(topic);
}

/** What a query says of itself, in its `meta`, so that news of the topic have it asked again. */
export const about = (topic: LiveTopic) => ({ topic });
export const topicOf = ({ meta }: Pick<Query, 'meta'>): unknown => meta?.topic;
