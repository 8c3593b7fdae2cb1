import { dashboard } from '#domain/dashboard/dashboard.contract';
import type { Widget } from '#domain/dashboard/dashboard-layout';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { londonTime } from '#domain/kernel/london-clock';
import { answerCache } from '../../kernel/audit';
import { read, type Route, write } from '../../platform/http/route';
import { findStockFigures } from '../stock';
import { availableCards, moneyVisibility } from './available';
import { latestActivity, supplierFigures } from './dashboard.queries';
import { arrangeDashboard, findLayout } from './layout';
import { moneyAheadOf } from './money-ahead';
import { findTodos, findWaiting } from './todos.queries';
import { hoursOf, takingsOf, tradeOf } from './takings';

/** Each card needs the permission of its subject, and must be on the user's dashboard. */
export const dashboardRoutes: Route[] = [
  read(dashboard.show, async ({ db, actor, now }) => {
    const layout = await findLayout(db, actor.id);
    const available = availableCards(actor);
    const shows = (...parts: Widget[]) =>
      parts.some(part => layout.shown.includes(part) && available.includes(part));
    const [today, time] = [londonDate(now), londonTime(now)];
    const keep = await answerCache(db);
    const sees = {
      withCost: hasPermission(actor, 'view_cost'),
      withPay: hasPermission(actor, 'view_pay'),
    };
    const money = moneyVisibility(actor);
    const [trade, todo, hours, money_ahead, takings, stock, suppliers, activity] = await Promise.all([
      shows('trade')
        ? keep(`trade ${today} ${sees.withCost} ${sees.withPay}`, () => tradeOf(db, today, sees))
        : null,
      layout.shown.includes('todo') ? findTodos(db, actor, today, keep) : null,
      shows('hours') ? keep(`hours ${today} ${time}`, () => hoursOf(db, today, time)) : null,
      shows('money_ahead')
        ? keep(`money ${today} ${money.withLedger} ${money.withExpenses}`, () =>
            moneyAheadOf(db, today, money),
          )
        : null,
      shows('takings') ? keep(`takings ${today}`, () => takingsOf(db, today)) : null,
      shows('stock') ? keep(`stock ${sees.withCost}`, () => findStockFigures(db, sees.withCost)) : null,
      shows('suppliers', 'owed_most') ? keep('suppliers', () => supplierFigures(db)) : null,
      shows('activity') ? latestActivity(db, hasPermission(actor, 'view_audit') ? null : actor.id) : null,
    ]);
    return { layout, available, trade, todo, hours, money_ahead, takings, stock, suppliers, activity };
  }),
  read(dashboard.waiting, async ({ db, actor, now }) => ({
    data: await findWaiting(db, actor, londonDate(now), await answerCache(db)),
  })),
  write(dashboard.arrange, ({ ctx, body }) => arrangeDashboard(ctx, body)),
];
