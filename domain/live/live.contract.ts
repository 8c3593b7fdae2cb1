import * as z from 'zod';
import { hasPermission, type Holder } from '../kernel/access';
import { call } from '../kernel/call';

/**
 * What an event may be about. `figures`: something was written that the dashboard counts; `notifications`: one's own have
 * changed; `tills`: a till was opened, closed or is being counted; `mail`: something in the mailbox has; `everything`: events may
 * have been missed, so that nothing that is shown can be relied on.
 */
export const liveTopics = ['figures', 'notifications', 'tills', 'mail', 'everything'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** Whether somebody may know that it happened at all. */
export function canSubscribe(topic: LiveTopic, holder: Holder): boolean {
  if (topic === 'figures') return hasPermission(holder, 'view_dashboard');
  if (topic === 'tills') return hasPermission(holder, 'view_pos');
  return topic !== 'mail' || hasPermission(holder, 'view_email');
}

export const live = {
  events: call('GET', '/events', {
    summary: 'Stream live change events. Events name a topic, without record details',
    access: 'signed-in',
    reply: z.unknown(),
    replyKind: 'stream',
    perMinute: 60,
  }),
};
