import { sql } from 'kysely';
import { isAdministrator } from '#domain/kernel/access';
import type { ListView } from '#domain/list-views/list-view.contract';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';

const columns = (actor: Actor) => sql`
  v.id, v.list, v.name, v.params, v.is_shared, v.version,
  jsonb_build_object('id', u.id, 'name', u.name) as owner,
  exists (select from list_view_defaults d where d.view_id = v.id and d.user_id = ${actor.id}) as is_default,
  (v.owner_id = ${actor.id} or (v.is_shared and ${sql.lit(isAdministrator(actor))})) as may_change`;

/** The user's own views of a list and shared ones, own ones first. */
export async function listListViews(db: Reader, actor: Actor, list: string): Promise<ListView[]> {
  const { rows } = await sql<ListView>`
    select ${columns(actor)} from list_views v join users u on u.id = v.owner_id
    where v.list = ${list} and (v.owner_id = ${actor.id} or v.is_shared)
    order by v.owner_id = ${actor.id} desc, lower(v.name), v.id`.execute(db);
  return rows;
}

/** A view that the user may see. 404 for someone else's, as if it did not exist. */
export async function getListView(db: Reader, actor: Actor, id: number): Promise<ListView> {
  const { rows } = await sql<ListView>`
    select ${columns(actor)} from list_views v join users u on u.id = v.owner_id
    where v.id = ${id} and (v.owner_id = ${actor.id} or v.is_shared)`.execute(db);
  return ensureFound(rows[0], 'Saved view');
}
