import { sql } from 'kysely';
import { type DashboardLayout, completeLayout } from '#domain/dashboard/dashboard-layout';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

/** The cards on a user's dashboard; all by default. */
export async function findLayout(db: Reader, userId: number): Promise<DashboardLayout> {
  const { rows } = await sql<{ value: unknown }>`
    select value from user_preferences where user_id = ${userId} and key = 'dashboard'`.execute(db);
  return completeLayout(rows[0]?.value);
}

/** Saves the layout; the last save wins. */
export async function arrangeDashboard(ctx: WriteContext, chosen: DashboardLayout): Promise<DashboardLayout> {
  const layout = completeLayout(chosen);
  await sql`
    insert into user_preferences (user_id, key, value, updated_at)
    values (${ctx.actor.id}, 'dashboard', ${JSON.stringify(layout)}::jsonb, ${ctx.now})
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    ctx.tx,
  );
  return layout;
}
