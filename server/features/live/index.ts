import { type LiveTopic, live, liveTopics, canSubscribe } from '#domain/live/live.contract';
import type { Actor } from '../../platform/http/actor';
import { read, type Route, StreamReply } from '../../platform/http/route';
import type { LiveHub } from '../../platform/live/live-hub';

/** The event stream of one browser: topics only, so that hidden data is never sent. */
export const liveRoutes = (services: { readonly hub: LiveHub }): Route[] => [
  read(live.events, async ({ actor }) => new StreamReply(await services.hub.open(actor))),
];

export const canSubscribeTo = (topic: string, actor: Actor): boolean =>
  isTopic(topic) && canSubscribe(topic, actor);

const isTopic = (topic: string): topic is LiveTopic => (liveTopics as readonly string[]).includes(topic);
