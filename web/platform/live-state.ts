import type { Query } from '@tanstack/react-query';
import type { LiveTopic } from '#domain/live/live.contract';
import { createStore } from './store';

/** Whether what happens is pushed to this window. While it is not, what is to be fresh asks once a minute. */
export const liveIsUp = createStore(false);
export const askEveryMs = 60_000;

/** What a query says of itself, in its `meta`, so that news of the topic have it asked again. */
export const about = (topic: LiveTopic) => ({ topic });
export const topicOf = ({ meta }: Pick<Query, 'meta'>): unknown => meta?.topic;
