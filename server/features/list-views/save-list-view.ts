import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import {
  type ListView,
  listViewSchema,
  type listViews,
  maxListViews,
} from '#domain/list-views/list-view.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, forbidden, invalid } from '../../platform/http/refusal';
import { getListView } from './list-views.queries';
import { ensureList, knownParams, type Lists } from './lists';

/** Saves a view of a list that the user may open. 422 for a name that the user has already. */
export async function createListView(
  ctx: WriteContext,
  lists: Lists,
  { list, name, params, is_shared }: BodyOf<typeof listViews.create>,
): Promise<ListView> {
  const known = knownParams(ensureList(lists, ctx.actor, list), params);
  ensureCanShare(ctx, is_shared, false);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from list_views where owner_id = ${ctx.actor.id} and list = ${list}`.execute(
    ctx.tx,
  );
  if ((rows[0]?.count ?? 0) >= maxListViews)
    throw conflict(`You have ${maxListViews} saved views of this list. Delete one that you no longer need.`);
  const { id } = await named(() =>
    ctx.tx
      .insertInto('list_views')
      .values({
        owner_id: ctx.actor.id,
        list,
        name,
        params: JSON.stringify(known),
        schema_version: listViewSchema,
        is_shared,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  recordAudit(ctx, { ...about({ id, name }), action: 'created', after: { list, ...known, is_shared } });
  return getListView(ctx.tx, ctx.actor, id);
}

/** Renames, shares or updates a view. 404 for someone else's own, 409 if it changed in the meantime. */
export async function updateListView(
  ctx: WriteContext,
  lists: Lists,
  id: number,
  body: BodyOf<typeof listViews.update>,
): Promise<ListView> {
  const before = await lockOwn(ctx, id, body.version);
  const list = ensureList(lists, ctx.actor, before.list);
  const { name, is_shared } = body;
  const params = body.params ? knownParams(list, body.params) : before.params;
  ensureCanShare(ctx, is_shared, before.is_shared);
  await named(() =>
    ctx.tx
      .updateTable('list_views')
      .set({
        name,
        is_shared,
        params: JSON.stringify(params),
        version: before.version + 1,
        updated_at: ctx.now,
      })
      .where('id', '=', id)
      .execute(),
  );
  // Others cannot see it any more, so their lists no longer open with it.
  if (!is_shared)
    await sql`delete from list_view_defaults d using list_views v
      where v.id = d.view_id and d.view_id = ${id} and d.user_id <> v.owner_id`.execute(ctx.tx);
  recordEdit(ctx, { type: 'list_view', id, name }, before, { name, is_shared, params });
  return getListView(ctx.tx, ctx.actor, id);
}

export async function removeListView(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const before = await lockOwn(ctx, id);
  await ctx.tx.deleteFrom('list_views').where('id', '=', id).execute();
  recordAudit(ctx, {
    ...about(before),
    action: 'deleted',
    before: { list: before.list, ...before.params, is_shared: before.is_shared },
  });
  return { message: `“${before.name}” is deleted.` };
}

/** Sets the view that the list opens with for the user, or removes it. */
export async function setDefaultView(
  ctx: WriteContext,
  lists: Lists,
  id: number,
  isDefault: boolean,
): Promise<ListView> {
  // Held until the end, so that it is not deleted or made private meanwhile.
  await sql`select from list_views where id = ${id} for key share`.execute(ctx.tx);
  const { list } = await getListView(ctx.tx, ctx.actor, id);
  ensureList(lists, ctx.actor, list);
  if (isDefault)
    await sql`insert into list_view_defaults (user_id, list, view_id) values (${ctx.actor.id}, ${list}, ${id})
      on conflict (user_id, list) do update set view_id = excluded.view_id`.execute(ctx.tx);
  else
    await sql`delete from list_view_defaults
      where user_id = ${ctx.actor.id} and list = ${list} and view_id = ${id}`.execute(ctx.tx);
  return getListView(ctx.tx, ctx.actor, id);
}

/** Shared views appear in other users' lists, so sharing needs the permission that sharing a report needs. */
function ensureCanShare({ actor }: WriteContext, isShared: boolean, wasShared: boolean): void {
  if (isShared && !wasShared && !hasPermission(actor, 'create_note'))
    throw forbidden('You do not have permission to share views. Save it without sharing.');
}

const about = ({ id, name }: { id: number; name: string }) => ({
  recordType: 'list_view',
  recordId: id,
  recordName: name,
});

/** Locks a view that the user may change. */
async function lockOwn(ctx: WriteContext, id: number, version?: number): Promise<ListView> {
  await sql`select from list_views where id = ${id} for update`.execute(ctx.tx);
  const view = await getListView(ctx.tx, ctx.actor, id);
  if (!view.may_change)
    throw forbidden(`“${view.name}” belongs to ${view.owner.name}. Save a copy under a name of your own.`);
  return ensureCurrent(view, version, 'Saved view');
}

async function named<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (violatedConstraint(error) === 'list_views_name_is_taken')
      throw invalid({ name: 'You have a view with this name already. Choose another name, or replace it.' });
    throw error;
  }
}
