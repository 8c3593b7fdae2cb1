import * as z from 'zod';
import { call } from '../kernel/call';

/** A call of the notifications, apart because the bell of every page makes it. */
export const unreadNotifications = call('GET', '/notifications/unread', {
  summary: 'Count your unread notifications, and show whether the last check of the books failed',
  access: 'signed-in',
  reply: z.object({
    count: z.int(),
    /** Whether the last check of the books failed. False for users without the permission `view_ledger`. */
    books_failed: z.boolean(),
  }),
});
