import { sql } from 'kysely';
import { completeLayout, type DashboardLayout, isDefaultLayout } from '#domain/dashboard/dashboard-layout';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

/** The cards on a user's dashboard; all by default. */
export async function findLayout(db: Reader, userId: number): Promise<DashboardLayout> {
  const { rows } = await sql<{ value: unknown }>`
    select value from user_preferences where user_id = ${userId} and key = 'dashboard'`.execute(db);
  return completeLayout(rows[0]?.value);
}

/** Saves the layout; the last save wins. The default is not stored, so that later cards get their usual place in it. */
export async function arrangeDashboard(ctx: WriteContext, chosen: DashboardLayout): Promise<DashboardLayout> {
  const layout = completeLayout(chosen);
  if (isDefaultLayout(layout)) {
    await sql`delete from user_preferences where user_id = ${ctx.actor.id} and key = 'dashboard'`.execute(
      ctx.tx,
    );
    return layout;
  }
  await sql`
    insert into user_preferences (user_id, key, value, updated_at)
    values (${ctx.actor.id}, 'dashboard', ${JSON.stringify(layout)}::jsonb, ${ctx.now})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    ctx.tx,
  );
  return layout;
}
