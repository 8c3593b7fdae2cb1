import * as z from 'zod';
import { hasPermission, type Holder } from '../kernel/access';
import { call } from '../kernel/call';

/**
 * The topics of events. `figures`: something the dashboard shows was written; `notifications`: the user's own have
 * changed; `tills`: a till was opened, closed or is being counted; `mail`: the mailbox has changed; `records`:
 * sample data was added or removed, so any record on screen may be gone; `everything`: events may have been missed, so
 * nothing on screen is certain.
 */
export const liveTopics = ['figures', 'notifications', 'tills', 'mail', 'records', 'everything'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** Whether a user may receive a topic. */
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
