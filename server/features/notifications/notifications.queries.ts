import { sql } from 'kysely';
import type { QueryOf, ReplyOf } from '#domain/kernel/call';
import type { Notification, notifications } from '#domain/notifications/notification.contract';
import { canBeNotified, kindsOf } from '#domain/notifications/notification-kinds';
import type { Reader, Tx } from '../../platform/database/open-database';
import {
  containing,
  inOrder,
  isAmongWords,
  pageFrom,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import type { Actor } from '../../platform/http/actor';

/** The user's own notifications, limited to kinds they can still see. */
const isOwn = (actor: Actor) => sql`r.user_id = ${actor.id} and r.kind = any(${kindsOf(actor)}::text[])`;

export async function listNotifications(db: Reader, actor: Actor, query: QueryOf<typeof notifications.list>) {
  const chosen = where(
    isOwn(actor),
    query.kind && isAmongWords(sql`r.kind`, query.kind),
    query.read !== undefined && (query.read === 'yes' ? sql`r.read_at is not null` : sql`r.read_at is null`),
    query.search !== undefined && sql`n.words ilike ${containing(query.search)}`,
  );
  const from = sql`from notification_recipients r join notifications n on n.id = r.notification_id ${chosen}`;
  const [total, page] = await Promise.all([
    sql<{ count: number }>`select count(*) ${from}`.execute(db),
    sql<Notification>`
      select n.id, n.kind, n.words, n.link, n.raised_at as at, r.read_at is not null as is_read ${from}
      ${inOrder({ at: sql`r.notification_id` }, query, sql`r.notification_id`)} ${pageLimit(query)}`.execute(
      db,
    ),
  ]);
  return pageFrom(query, total.rows[0]?.count ?? 0, page.rows);
}

/** What the frame of every page shows: the count at the bell, and whether the last check of the books failed (R34). */
export async function findUnread(db: Reader, actor: Actor): Promise<ReplyOf<typeof notifications.unread>> {
  const { rows } = await sql<ReplyOf<typeof notifications.unread>>`
    select (select count(*) from notification_recipients r where ${isOwn(actor)} and r.read_at is null) as count,
      ${canBeNotified('failed_books_check', actor)}::boolean
        and not coalesce((select holds from books_checks order by id desc limit 1), true) as books_failed`.execute(
    db,
  );
  return rows[0] ?? { count: 0, books_failed: false };
}

/** Marks one or all as read, and returns how many belong to the user. */
export async function markRead(tx: Tx, actor: Actor, now: Date, id: number | 'all'): Promise<number> {
  const which = id === 'all' ? sql`r.read_at is null` : sql`r.notification_id = ${id}`;
  const { numAffectedRows } = await sql`
    update notification_recipients r set read_at = coalesce(r.read_at, ${now}) where ${isOwn(actor)} and ${which}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
