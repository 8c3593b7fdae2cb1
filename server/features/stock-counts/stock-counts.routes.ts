import { hasPermission } from '#domain/kernel/access';
import { stockCountLines, stockCounts } from '#domain/stock/stock-count.contract';
import type { Actor } from '../../platform/http/actor';
import { FileReply, read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { findCountChoices } from './count-choices.queries';
import { listCountLines, lineVisibility, streamCountLines } from './count-lines.queries';
import { countProduct } from './count-product';
import { drawCountSheet } from './count-sheet';
import { cancelCount, editCount, enterCost } from './edit-count';
import { getCount } from './get-count';
import { postCount } from './post-count';
import { reverseCount } from './reverse-count';
import { startCount } from './start-count';
import { countColumns, countLineColumns } from './stock-count-exports';
import { listCounts, streamCounts, totalCounts } from './stock-counts.queries';

const withCost = (actor: Actor) => hasPermission(actor, 'view_cost');

export const stockCountRoutes: Route[] = [
  read(stockCounts.list, ({ db, query, actor }) => listCounts(db, query, withCost(actor))),
  read(stockCounts.totals, ({ db, query }) => totalCounts(db, query)),
  read(stockCounts.export, async ({ db, query, actor }) => {
    const rows = streamCounts(db, query, withCost(actor));
    return exportReply('stocktakes', query.format, countColumns(withCost(actor)), rows);
  }),
  read(stockCounts.choices, ({ db }) => findCountChoices(db)),
  write(stockCounts.create, ({ ctx, body }) => startCount(ctx, body)),
  read(stockCounts.get, ({ db, params, actor }) => getCount(db, params.id, actor)),
  write(stockCounts.update, ({ ctx, params, body }) => editCount(ctx, params.id, body)),
  read(stockCountLines.list, async ({ db, params, query, actor }) =>
    listCountLines(db, params.id, query, await lineVisibility(db, params.id, actor, query)),
  ),
  read(stockCountLines.export, async ({ db, params, query, actor }) => {
    const visibility = await lineVisibility(db, params.id, actor, query);
    const rows = streamCountLines(db, params.id, query, visibility);
    return exportReply('stocktake', query.format, countLineColumns(visibility), rows);
  }),
  write(stockCounts.count, ({ ctx, params, body }) => countProduct(ctx, params.id, body)),
  write(stockCounts.cost, ({ ctx, params, body }) => enterCost(ctx, params.id, body)),
  write(stockCounts.post, ({ ctx, params, body }) => postCount(ctx, params.id, body)),
  write(stockCounts.reverse, ({ ctx, params, body }) => reverseCount(ctx, params.id, body)),
  write(stockCounts.cancel, ({ ctx, params }) => cancelCount(ctx, params.id)),
  read(stockCounts.sheet, async ({ db, params, actor, now }) => {
    const { fileName, content } = await drawCountSheet(db, params.id, actor, now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
];
