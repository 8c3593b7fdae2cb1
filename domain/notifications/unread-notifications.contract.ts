import * as z from 'zod';
import { call } from '../kernel/call';

/** A call of the notifications, apart because the bell of every page makes it. */
export const unreadNotifications = call('GET', '/notifications/unread', {
  summary: 'Count your unread notifications',
  access: 'signed-in',
  reply: z.object({ count: z.int() }),
});
