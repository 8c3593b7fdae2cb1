import * as z from 'zod';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { allNotificationKinds } from './notification-kinds';
import { unreadNotifications } from './unread-notifications.contract';

const kind = z.enum(allNotificationKinds, `Choose from: ${allNotificationKinds.join(', ')}.`);

const notification = z.object({
  id,
  kind,
  words: z.string(),
  /** The page it links to. */
  link: z.string(),
  at: instant,
  is_read: z.boolean(),
});

/** The kinds a user has switched off; all others are on. */
export const notificationChoice = z.strictObject({
  off: z
    .array(kind)
    .max(allNotificationKinds.length)
    .refine(kinds => new Set(kinds).size === kinds.length, 'List each kind once.'),
  /** A daily email that counts what is new and unread. Omitted, it stays as it is. */
  digest: z.boolean('Choose whether to get a daily email.').optional(),
});

const choices = z.object({
  kinds: z.array(z.object({ kind, label: z.string(), when: z.string(), is_on: z.boolean() })),
  digest: z.boolean(),
});

const { list } = listCalls('/notifications', {
  summary: 'List your notifications, newest first',
  access: 'signed-in',
  exportAccess: 'signed-in',
  listing: {
    sort: ['at'],
    defaultSort: { by: 'at', order: 'desc' },
    filters: { kind: severalOf(kind), read: z.enum(['yes', 'no'], 'Read must be yes or no.') },
  },
  row: notification,
});

/** These concern only the user's own view, so they are not audited. */
export const notifications = {
  list,
  unread: unreadNotifications,
  read: call('POST', '/notifications/{id}/read', {
    summary: 'Mark one of your notifications as read',
    access: 'signed-in',
    reply: done,
    audit: 'none',
    forCashiers: true,
  }),
  readAll: call('POST', '/notifications/read-all', {
    summary: 'Mark all of your notifications as read',
    access: 'signed-in',
    reply: done,
    audit: 'none',
    forCashiers: true,
  }),
  choices: call('GET', '/notifications/choices', {
    summary: 'Show which notifications you receive',
    access: 'signed-in',
    reply: choices,
  }),
  choose: call('PUT', '/notifications/choices', {
    summary: 'Choose which notifications to turn off, and whether to get a daily email',
    access: 'signed-in',
    body: notificationChoice,
    reply: choices,
    audit: 'none',
  }),
};

export type Notification = z.output<typeof notification>;
export type NotificationChoices = z.output<typeof choices>;
