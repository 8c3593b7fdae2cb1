import { sql } from 'kysely';
import * as z from 'zod';
import { countOf } from '#domain/kernel/count-of';
import { kindsOf, type NotificationKind, notificationKinds } from '#domain/notifications/notification-kinds';
import { writeAudits } from '../../kernel/audit';
import { queueEmail, writeMailBody } from '../../kernel/outbox';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import type { Actor } from '../../platform/http/actor';
import { anonymousActor, type WriteContext } from '../../platform/http/context';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { findActor } from '../session';

export const sendDigests = job('send-digests', z.object({}));

type Parts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly publicUrl: string;
  /** Without a mail server nothing is counted as emailed. */
  readonly isMailConfigured: () => Promise<boolean>;
};

/** Older ones are no news: the email was off until now, or the server. */
const maxDays = 7;

/**
 * Emails each user who chose so how many new notifications of each kind are unread. It has no names, because it stays in
 * mailboxes, and what it counts can be erased.
 */
export const sendDigestsHandler = ({ db, clock, publicUrl, isMailConfigured }: Parts): JobHandler =>
  handles(sendDigests, async () => {
    if (!(await isMailConfigured())) return;
    const { rows } = await sql<{ user_id: number }>`
      select user_id from user_preferences where key = 'notifications' and value->>'digest' = 'daily' order by user_id`.execute(
      db,
    );
    for (const { user_id } of rows)
      await inTransaction(db, tx => sendDigest(tx, user_id, clock(), publicUrl));
  });

async function sendDigest(tx: Tx, userId: number, now: Date, publicUrl: string): Promise<void> {
  const user = await findActor(tx, userId);
  if (!user) return;
  const counts = await markEmailed(tx, user, now);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return;
  const ctx: Pick<WriteContext, 'tx' | 'actor' | 'now' | 'audits'> = {
    tx,
    actor: { ...anonymousActor, name: 'Counterfoil' },
    now,
    audits: [],
  };
  const news = countOf(total, 'new notification');
  await queueEmail(ctx, {
    purpose: 'notification-digest',
    to: user.email,
    subject: news,
    body: writeMailBody([
      `You have ${news}:`,
      { facts: [...counts].map(([kind, count]) => [notificationKinds[kind].label, String(count)] as const) },
      { link: `${publicUrl}/notifications?read=no`, label: 'Your unread notifications' },
      'To stop these emails, turn off “Daily email” under Notifications in your profile.',
    ]),
    about: { type: 'user', id: user.id, name: user.name },
  });
  await writeAudits(tx, { actor: ctx.actor, now, requestId: '', address: '' }, ctx.audits);
}

/** Marks what the email counts; concurrent runs share it out. Kinds that the user can no longer see are left out of it. */
async function markEmailed(tx: Tx, user: Actor, now: Date): Promise<Map<NotificationKind, number>> {
  const kinds = kindsOf(user);
  const since = new Date(now.getTime() - maxDays * 24 * 3600_000);
  const { rows } = await sql<{ kind: NotificationKind }>`
    update notification_recipients r set emailed_at = ${now} from notifications n
    where r.user_id = ${user.id} and n.id = r.notification_id and r.read_at is null and r.emailed_at is null
      and r.kind = any(${kinds}::text[]) and n.raised_at > ${since}
      and not exists (select from user_preferences p where p.user_id = r.user_id and p.key = 'notifications'
        and p.value->'off' @> to_jsonb(r.kind)) returning r.kind`.execute(tx);
  const counted = kinds.map(kind => [kind, rows.filter(row => row.kind === kind).length] as const);
  return new Map(counted.filter(([, count]) => count > 0));
}

/** After a restore: most of it was emailed after the backup. It is still on screen. */
export async function skipDigests(tx: Tx, now: Date): Promise<void> {
  await sql`update notification_recipients set emailed_at = ${now} where emailed_at is null and read_at is null`.execute(
    tx,
  );
}
