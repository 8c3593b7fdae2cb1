import { sql } from 'kysely';
import * as z from 'zod';
import type { BodyOf } from '#domain/kernel/call';
import type { NotificationChoices, notifications } from '#domain/notifications/notification.contract';
import { kindsOf, notificationKinds } from '#domain/notifications/notification-kinds';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';

const none = { off: [], digest: 'off' as const };
const savedChoices = z
  .object({ off: z.array(z.string()), digest: z.enum(['off', 'daily']).default('off') })
  .catch(none);

/** The kinds a user can receive with their current permissions. All are on by default; the daily email is not. */
export async function findChoices(db: Reader, actor: Actor): Promise<NotificationChoices> {
  const saved = await findSaved(db, actor);
  const off = new Set(saved.off);
  return {
    kinds: kindsOf(actor).map(kind => {
      const { label, when } = notificationKinds[kind];
      return { kind, label, when, is_on: !off.has(kind) };
    }),
    digest: saved.digest === 'daily',
  };
}

/** Saves the disabled kinds. Choices for kinds the user cannot see at present are kept. */
export async function saveChoices(
  ctx: WriteContext,
  { off, digest }: BodyOf<typeof notifications.choose>,
): Promise<NotificationChoices> {
  const seen = new Set<string>(kindsOf(ctx.actor));
  // There may be no row yet to lock: what is not sent is kept as another device saved it meanwhile.
  await sql`select from users where id = ${ctx.actor.id} for no key update`.execute(ctx.tx);
  const saved = await findSaved(ctx.tx, ctx.actor);
  const unseen = saved.off.filter(kind => !seen.has(kind));
  const isDaily = digest ?? saved.digest === 'daily';
  const value = { off: [...new Set([...off, ...unseen])], ...(isDaily ? { digest: 'daily' } : {}) };
  await sql`
    insert into user_preferences (user_id, key, value, updated_at)
    values (${ctx.actor.id}, 'notifications', ${JSON.stringify(value)}::jsonb, ${ctx.now})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    ctx.tx,
  );
  return findChoices(ctx.tx, ctx.actor);
}

async function findSaved(db: Reader, { id }: Actor): Promise<z.output<typeof savedChoices>> {
  const { rows } = await sql<{ value: unknown }>`
    select value from user_preferences where user_id = ${id} and key = 'notifications'`.execute(db);
  return savedChoices.parse(rows[0]?.value);
}
