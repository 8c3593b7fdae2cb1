import { dashboard } from '#domain/dashboard/dashboard.contract';
import type { Widget } from '#domain/dashboard/dashboard-layout';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { answerCache } from '../../kernel/audit';
import { read, type Route, write } from '../../platform/http/route';
import { latestActivity, supplierFigures } from './dashboard.queries';
import { arrangeDashboard, findLayout } from './layout';
import { findTodos, findWaiting } from './todos.queries';
import { takingsOf, tradeOf } from './trade';

/** Each card needs the permission of its subject, and must be on the user's dashboard. */
export const dashboardRoutes: Route[] = [
  read(dashboard.show, async ({ db, actor, now }) => {
    const layout = await findLayout(db, actor.id);
    const shows = (...parts: Widget[]) => parts.some(part => layout.shown.includes(part));
    const today = londonDate(now);
    const keep = await answerCache(db);
    const sees = {
      withCost: hasPermission(actor, 'view_cost'),
      withPay: hasPermission(actor, 'view_pay'),
    };
    const [trade, todo, takings, suppliers, activity] = await Promise.all([
      shows('trade')
        ? keep(`trade ${today} ${sees.withCost} ${sees.withPay}`, () => tradeOf(db, today, sees))
        : null,
      shows('todo') ? findTodos(db, actor, today, keep) : null,
      shows('takings') ? keep(`takings ${today}`, () => takingsOf(db, today)) : null,
      shows('suppliers', 'owed_most') && hasPermission(actor, 'view_supplier')
        ? keep('suppliers', () => supplierFigures(db))
        : null,
      shows('activity') ? latestActivity(db, hasPermission(actor, 'view_audit') ? null : actor.id) : null,
    ]);
    return { layout, trade, todo, takings, suppliers, activity };
  }),
  read(dashboard.waiting, async ({ db, actor, now }) => ({
    data: await findWaiting(db, actor, londonDate(now), await answerCache(db)),
  })),
  write(dashboard.arrange, ({ ctx, body }) => arrangeDashboard(ctx, body)),
];
