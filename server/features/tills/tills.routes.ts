import { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import { approvals, cashiers, pins } from '#domain/tills/cashier.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { registers, tillCash, tillEvents, tills } from '#domain/tills/till.contract';
import { findSellingSettings } from '../../kernel/tills';
import { FileReply, goesFirst, read, type Route, write, writeSecret } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import type { CallerMemory } from '../session';
import { approveVariance, approveVarianceByPin } from './approve-variance';
import { changeCashier, listCashiers } from './cashiers';
import { closeTill } from './close-till';
import { cancelTillCount, countTill, startCount } from './count-till';
import { takeXReport } from './draw-report';
import { getSession } from './get-session';
import { grantApprovals } from './grant-approvals';
import { holdBasket, listHeldBaskets, resumeBasket, voidHeldBasket } from './held-baskets';
import { listCashAccounts, moveCash } from './move-cash';
import { openTill } from './open-till';
import { getOwnPin, setOwnPin } from './pins';
import { getZReport, printReport } from './print-report';
import { listRegisters, streamRegisters } from './registers.queries';
import { reverseCash } from './reverse-cash';
import { addRegister, editRegister } from './save-register';
import { saveSellingSettings } from './save-selling-settings';
import { listTillCash, listTillEvents, streamTillCash, streamTillEvents } from './session-book.queries';
import { listSessions, streamSessions, totalSessions } from './sessions.queries';
import { cashColumns, eventColumns, registerColumns, sessionColumns } from './till-exports';
import { openDrawer, removeLine, voidBasket } from './till-events';
import { listTillsNow } from './tills-now';

const registerRoutes: Route[] = [
  read(registers.list, ({ db, query }) => listRegisters(db, query)),
  read(registers.export, async ({ db, query }) =>
    exportReply('registers', query.format, registerColumns, streamRegisters(db, query)),
  ),
  write(registers.create, ({ ctx, body }) => addRegister(ctx, body)),
  write(registers.update, ({ ctx, params, body }) => editRegister(ctx, params.id, body)),
];

/** The list of sessions, which can also be saved and emailed as a report. */
export const sessionListRoutes: readonly Route[] = [
  read(tills.list, ({ db, query, actor }) => listSessions(db, query, actor)),
  read(sessionTotals, ({ db, query, actor }) => totalSessions(db, query, actor)),
  read(tills.export, async ({ db, query, actor }) =>
    exportReply('till-sessions', query.format, sessionColumns, streamSessions(db, query, actor)),
  ),
];

const sessionRoutes: Route[] = [
  read(tills.now, ({ db, actor }) => listTillsNow(db, actor)),
  read(tills.cashAccounts, ({ db, now }) => listCashAccounts(db, now)),
  ...sessionListRoutes,
  read(tills.get, ({ db, params, actor }) => getSession(db, params.id, actor)),
  write(tills.open, ({ ctx, body }) => openTill(ctx, body)),
  write(tills.move, ({ ctx, params, body }) => moveCash(ctx, params.id, body)),
  write(tillCashReversals.reverse, ({ ctx, params, body }) =>
    reverseCash(ctx, { sessionId: params.id, cashId: params.cash_id }, body),
  ),
  write(tills.openDrawer, ({ ctx, params, body }) => openDrawer(ctx, params.id, body.reason)),
  write(tills.lineRemoved, ({ ctx, params, body }) => removeLine(ctx, params.id, body)),
  write(tills.basketVoided, ({ ctx, params, body }) => voidBasket(ctx, params.id, body)),
  write(tills.xReport, ({ ctx, params }) => takeXReport(ctx, params.id)),
  write(tills.startCount, ({ ctx, params, body }) => startCount(ctx, params.id, body)),
  write(tills.cancelCount, ({ ctx, params, body }) => cancelTillCount(ctx, params.id, body)),
  write(tills.count, ({ ctx, params, body }) => countTill(ctx, params.id, body)),
  write(tills.close, ({ ctx, params, body }) => closeTill(ctx, params.id, body)),
  read(tills.zReport, ({ db, params }) => getZReport(db, params.id)),
  read(tills.print, async ({ db, params, actor, now }) => {
    const { fileName, content } = await printReport(db, params.id, actor, now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
  write(tills.approve, ({ ctx, params, body }) => approveVariance(ctx, params.id, body.note ?? null)),
  write(approvals.difference, ({ ctx, params, body }) => approveVarianceByPin(ctx, params.id, body)),
  read(tillCash.list, ({ db, params, query, actor }) => listTillCash(db, params.id, query, actor)),
  read(tillCash.export, async ({ db, params, query, actor }) =>
    exportReply('drawer', query.format, cashColumns, await streamTillCash(db, params.id, query, actor)),
  ),
  read(tillEvents.list, ({ db, params, query }) => listTillEvents(db, params.id, query)),
  read(tillEvents.export, async ({ db, params, query }) =>
    exportReply('till-events', query.format, eventColumns, streamTillEvents(db, params.id, query)),
  ),
];

const basketRoutes: Route[] = [
  read(heldBaskets.list, ({ db, actor, now }) => listHeldBaskets(db, actor, now)),
  write(heldBaskets.hold, ({ ctx, body }) => holdBasket(ctx, body)),
  write(heldBaskets.resume, ({ ctx, params }) => resumeBasket(ctx, params.id)),
  write(heldBaskets.void, ({ ctx, params, body }) => voidHeldBasket(ctx, params.id, body)),
];

/** Registers, till sessions, cashiers and held sales. `callers` is notified when sessions end. */
export const tillRoutes = ({ callers }: { readonly callers: CallerMemory }): Route[] => [
  ...registerRoutes,
  ...sessionRoutes,
  ...basketRoutes,
  read(pins.get, ({ db, actor, now }) => getOwnPin(db, actor, now)),
  write(pins.set, ({ ctx, body }) => {
    ctx.afterCommit(callers.forget);
    return setOwnPin(ctx, body);
  }),
  goesFirst(read(cashiers.list, ({ db }) => listCashiers(db))),
  goesFirst(
    writeSecret(cashiers.change, ({ ctx, body }) => {
      ctx.afterCommit(callers.forget);
      return changeCashier(ctx, body);
    }),
  ),
  goesFirst(write(approvals.give, ({ ctx, body }) => grantApprovals(ctx, body))),
  read(sellingSettings.get, ({ db }) => findSellingSettings(db)),
  write(sellingSettings.update, ({ ctx, body }) => saveSellingSettings(ctx, body)),
];
