import { notifications } from '#domain/notifications/notification.contract';
import type { WriteContext } from '../../platform/http/context';
import { notFound } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import { announce } from '../../platform/live/announce';
import { saveChoices, findChoices } from './choices';
import { countUnread, listNotifications, markRead } from './notifications.queries';

export { forgetNotifications, forgetNotificationsHandler } from './forget-notifications';
export { runScan, runScanHandler, runScanSoon } from './run-scan';
export { remind, remindHandler } from './remind';
export { sendDigests, sendDigestsHandler, skipDigests } from './send-digests';

export const notificationRoutes: Route[] = [
  read(notifications.list, ({ db, actor, query }) => listNotifications(db, actor, query)),
  read(notifications.unread, async ({ db, actor }) => ({ count: await countUnread(db, actor) })),
  read(notifications.choices, ({ db, actor }) => findChoices(db, actor)),
  write(notifications.choose, ({ ctx, body }) => saveChoices(ctx, body)),
  write(notifications.read, async ({ ctx, params }) => {
    if ((await mark(ctx, params.id)) === 0) throw notFound('Notification');
    return { message: 'Marked as read.' };
  }),
  write(notifications.readAll, async ({ ctx }) => {
    await mark(ctx, 'all');
    return { message: 'All marked as read.' };
  }),
];

/** The user's other windows and devices are updated. */
async function mark(ctx: WriteContext, id: number | 'all'): Promise<number> {
  const marked = await markRead(ctx.tx, ctx.actor, ctx.now, id);
  if (marked > 0) await announce(ctx.tx, { topic: 'notifications', to: [ctx.actor.id] });
  return marked;
}
