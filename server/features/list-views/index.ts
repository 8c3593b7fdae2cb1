import { listViews } from '#domain/list-views/list-view.contract';
import { read, type Route, write } from '../../platform/http/route';
import { listListViews } from './list-views.queries';
import { ensureList, knownParams, listsOf } from './lists';
import { createListView, removeListView, setDefaultView, updateListView } from './save-list-view';

export { listViewConstraints } from './constraints';

/** Saved views of the lists among the other routes. */
export function listViewRoutes(others: readonly Route[]): Route[] {
  const lists = listsOf(others);
  return [
    read(listViews.list, async ({ db, actor, query }) => {
      const list = ensureList(lists, actor, query.list);
      const views = await listListViews(db, actor, query.list);
      return { data: views.map(view => ({ ...view, params: knownParams(list, view.params) })) };
    }),
    write(listViews.create, ({ ctx, body }) => createListView(ctx, lists, body)),
    write(listViews.update, ({ ctx, params, body }) => updateListView(ctx, lists, params.id, body)),
    write(listViews.remove, ({ ctx, params }) => removeListView(ctx, params.id)),
    write(listViews.setDefault, ({ ctx, params, body }) =>
      setDefaultView(ctx, lists, params.id, body.is_default),
    ),
  ];
}
