import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { reorder } from '#domain/stock/reorder.contract';
import type { Actor } from '../../platform/http/actor';
import { inListTurns } from '../../platform/http/in-turns';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { createDrafts } from './create-drafts';
import { reorderColumns } from './reorder-export';
import { listReorder, streamReorder } from './reorder.queries';

const withCost = (actor: Actor) => hasPermission(actor, 'view_cost');

export const reorderRoutes: Route[] = [
  ...inListTurns([
    read(reorder.list, ({ db, query, actor, now }) =>
      listReorder(db, query, londonDate(now), withCost(actor)),
    ),
  ]),
  read(reorder.export, async ({ db, query, actor, now }) => {
    const rows = streamReorder(db, query, londonDate(now), withCost(actor));
    return exportReply('reorder', query.format, reorderColumns(withCost(actor)), rows);
  }),
  write(reorder.createOrders, ({ ctx, body }) => createDrafts(ctx, body)),
];
