import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { stockAgeing } from '#domain/stock/stock-ageing.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import type { Actor } from '../../platform/http/actor';
import { inListTurns } from '../../platform/http/in-turns';
import { mayLag } from '../../platform/http/may-lag';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { adjustStock } from './adjust-stock';
import { getAdjustment } from './get-adjustment';
import { reverseAdjustment } from './reverse-adjustment';
import { listAgeing, streamAgeing, sumAges } from './stock-ageing.queries';
import { listAdjustments, streamAdjustments, totalAdjustments } from './stock-adjustments.queries';
import {
  adjustmentColumns,
  ageingColumns,
  levelColumns,
  movementColumns,
  valuationColumns,
} from './stock-exports';
import { findTotals, listLevels, streamLevels } from './stock-levels.queries';
import { listMovements, streamMovements, totalMovements } from './stock-movements.queries';
import { listValuation, streamValuation, valueAsAt } from './stock-valuation.queries';

const withCost = (actor: Actor) => hasPermission(actor, 'view_cost');

/** Without a date it is today's. */
const dated = <Query extends { as_at?: string | undefined }>(query: Query, now: Date) => ({
  ...query,
  as_at: query.as_at ?? londonDate(now),
});

/** The value of a day that is over; that of today is looked at while stock moves. */
const isPast = ({
  query,
  now,
}: {
  readonly query: { as_at?: string | undefined };
  readonly now: Date;
}): boolean => query.as_at !== undefined && query.as_at < londonDate(now);

export const stockRoutes: Route[] = [
  read(stockLevels.list, ({ db, query, actor }) => listLevels(db, query, withCost(actor))),
  read(stockLevels.export, async ({ db, query, actor }) => {
    const rows = streamLevels(db, query, withCost(actor));
    return exportReply('stock', query.format, levelColumns(withCost(actor)), rows);
  }),
  read(stockLevels.totals, ({ db, query, actor }) => findTotals(db, query, withCost(actor))),
  read(stockMovements.list, ({ db, query, actor }) => listMovements(db, query, withCost(actor))),
  read(stockMovements.totals, ({ db, query }) => totalMovements(db, query)),
  read(stockMovements.export, async ({ db, query, actor }) => {
    const rows = streamMovements(db, query, withCost(actor));
    return exportReply('stock-movements', query.format, movementColumns(withCost(actor)), rows);
  }),
  read(stockAdjustments.list, ({ db, query, actor }) => listAdjustments(db, query, withCost(actor))),
  read(stockAdjustments.totals, ({ db, query }) => totalAdjustments(db, query)),
  read(stockAdjustments.export, async ({ db, query, actor }) => {
    const rows = streamAdjustments(db, query, withCost(actor));
    return exportReply('stock-adjustments', query.format, adjustmentColumns(withCost(actor)), rows);
  }),
  read(stockAdjustments.get, ({ db, params, actor }) => getAdjustment(db, params.id, actor)),
  write(stockAdjustments.create, ({ ctx, body }) => adjustStock(ctx, body)),
  write(stockAdjustments.reverse, ({ ctx, params, body }) => reverseAdjustment(ctx, params.id, body)),
  ...inListTurns([
    mayLag(
      read(stockValuation.list, ({ db, query, now }) => listValuation(db, dated(query, now))),
      isPast,
    ),
    mayLag(
      read(stockValuation.totals, ({ db, query, now }) => valueAsAt(db, dated(query, now))),
      isPast,
    ),
    read(stockAgeing.list, ({ db, query, now }) => listAgeing(db, dated(query, now))),
    read(stockAgeing.totals, ({ db, query, now }) => sumAges(db, dated(query, now))),
  ]),
  // Exports have turns of their own.
  read(stockValuation.export, async ({ db, query, now }) =>
    exportReply('stock-valuation', query.format, valuationColumns, streamValuation(db, dated(query, now))),
  ),
  read(stockAgeing.export, async ({ db, query, now }) =>
    exportReply('stock-ageing', query.format, ageingColumns, streamAgeing(db, dated(query, now))),
  ),
];
