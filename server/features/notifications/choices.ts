import { sql } from 'kysely';
import * as z from 'zod';
import type { BodyOf } from '#domain/kernel/call';
import type { NotificationChoices, notifications } from '#domain/notifications/notification.contract';
import { kindsOf, notificationKinds } from '#domain/notifications/notification-kinds';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';

const savedChoices = z.object({ off: z.array(z.string()) }).catch({ off: [] });

/** The kinds a user can receive with their current permissions. All are on by default. */
export async function findChoices(db: Reader, actor: Actor): Promise<NotificationChoices> {
  const off = new Set(await turnedOff(db, actor));
  return {
    kinds: kindsOf(actor).map(kind => {
      const { label, when } = notificationKinds[kind];
      return { kind, label, when, is_on: !off.has(kind) };
    }),
  };
}

/** Saves the disabled kinds. Choices for kinds the user cannot see at present are kept. */
export async function saveChoices(
  ctx: WriteContext,
  { off }: BodyOf<typeof notifications.choose>,
): Promise<NotificationChoices> {
  const seen = new Set<string>(kindsOf(ctx.actor));
  const unseen = (await turnedOff(ctx.tx, ctx.actor)).filter(kind => !seen.has(kind));
  await sql`
    insert into user_preferences (user_id, key, value, updated_at)
    values (${ctx.actor.id}, 'notifications', ${JSON.stringify({ off: [...new Set([...off, ...unseen])] })}::jsonb, ${ctx.now})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    ctx.tx,
  );
  return findChoices(ctx.tx, ctx.actor);
}

async function turnedOff(db: Reader, { id }: Actor): Promise<string[]> {
  const { rows } = await sql<{ value: unknown }>`
    select value from user_preferences where user_id = ${id} and key = 'notifications'`.execute(db);
  return savedChoices.parse(rows[0]?.value).off;
}
