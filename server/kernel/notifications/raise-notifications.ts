import { sql } from 'kysely';
import { type NotificationKind, notificationKinds } from '#domain/notifications/notification-kinds';
import type { Tx } from '../../platform/database/open-database';
import { announce } from '../../platform/live/announce';

/** A notification. For one kind and key it is sent once, until resolved. */
export type Draft = {
  readonly kind: NotificationKind;
  /** The id of the record it is about, with an optional suffix. */
  readonly key: string;
  readonly words: string;
  readonly link: string;
  /** The only recipient, for personal kinds. */
  readonly person?: number;
  /** For other kinds: users with the permission who are not notified. */
  readonly omitted?: readonly number[];
  /** Recorded as sent, without recipients. */
  readonly isQuiet?: boolean;
};

const maxLength = 500;

/**
 * Notifies users with the permission who have not opted out, in the caller's transaction. Nothing is sent again until
 * it is resolved. Recipients' pages are updated after the commit, and so are dashboards, which show the same counts.
 */
export async function raiseNotifications(tx: Tx, now: Date, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const { rows } = await sql<{ user_id: number }>`
    with drafted as (
      select * from jsonb_to_recordset(${JSON.stringify(drafts.map(asRow))}::jsonb) as d (kind text, key text, words text,
        link text, needs text[], person bigint, omitted bigint[], is_for_person boolean, is_quiet boolean)
    ), inserted as (
      insert into notifications (kind, key, words, link, raised_at)
      select kind, key, words, link, ${now} from drafted order by kind, key
      on conflict (kind, key) where settled_at is null do nothing returning id, kind, key
    )
    insert into notification_recipients (user_id, notification_id, kind)
    select u.id, i.id, i.kind from inserted i join drafted d on d.kind = i.kind and d.key = i.key
    join users u on u.status = 'active' and not d.is_quiet and case when d.is_for_person then u.id = d.person
      else u.id <> all(d.omitted) and (
        exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.is_system)
        or d.needs <@ array(select rp.permission from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
          where ur.user_id = u.id)) end
    where not exists (select from user_preferences p where p.user_id = u.id and p.key = 'notifications'
      and p.value->'off' @> to_jsonb(i.kind))
    returning user_id`.execute(tx);
  if (rows.length === 0) return;
  await announce(tx, { topic: 'figures' });
  await announce(tx, { topic: 'notifications', to: [...new Set(rows.map(({ user_id }) => user_id))] });
}

function asRow({ kind, key, words, link, person, omitted, isQuiet }: Draft) {
  const { to } = notificationKinds[kind];
  return {
    kind,
    key,
    words: words.length > maxLength ? `${words.slice(0, maxLength - 1)}…` : words,
    link,
    // No list contains null, so only administrators remain.
    needs: typeof to === 'string' ? null : to,
    person: person ?? null,
    omitted: omitted ?? [],
    is_for_person: to === 'person',
    is_quiet: isQuiet ?? false,
  };
}

/** Records that what notifications of a kind reported is resolved: the next one notifies again. */
export async function settleNotifications(tx: Tx, now: Date, kind: NotificationKind): Promise<void> {
  await sql`update notifications set settled_at = ${now} where kind = ${kind} and settled_at is null`.execute(
    tx,
  );
}

/** Deletes notifications about erased records. */
export async function deleteNotificationsOf(
  tx: Tx,
  kind: NotificationKind,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from notifications where kind = ${kind} and split_part(key, ' ', 1) = any(${ids.map(String)}::text[])`.execute(
    tx,
  );
}
