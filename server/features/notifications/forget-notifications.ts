import { sql } from 'kysely';
import * as z from 'zod';
import { allNotificationKinds, notificationKinds } from '#domain/notifications/notification-kinds';
import type { Database } from '../../platform/database/open-database';
import { severalKey } from './notify-new';
import { inTransaction } from '../../platform/database/transaction';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

export const forgetNotifications = job('forget-notifications', z.object({}));

const readForDays = 90;
const unreadForDays = 365;
const lasting = allNotificationKinds.filter(kind => notificationKinds[kind].lasts);

/**
 * Deletes notifications read three months ago or unread for a year. Unresolved conditions do not notify
 * again.
 */
export const forgetNotificationsHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(forgetNotifications, async () => {
    const daysAgo = (days: number) => new Date(clock().getTime() - days * 24 * 3600_000);
    await inTransaction(db, async tx => {
      await sql`delete from notification_recipients where read_at < ${daysAgo(readForDays)}`.execute(tx);
      await sql`
        delete from notification_recipients r using notifications n
        where n.id = r.notification_id and n.raised_at < ${daysAgo(unreadForDays)}`.execute(tx);
      await sql`
        delete from notifications n where n.raised_at < ${daysAgo(readForDays)}
          and (n.settled_at is not null or n.kind <> all(${lasting}::text[])
            or n.key like ${`${severalKey}%`})
          and not exists (select from notification_recipients r where r.notification_id = n.id)`.execute(tx);
    });
  });
