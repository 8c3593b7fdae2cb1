import { sql } from 'kysely';
import * as z from 'zod';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { type MethodCount, methodName, sessionVarianceWords } from '#domain/tills/method-counts';
import type { TillSessionDetail, tills } from '#domain/tills/till.contract';
import { tillReport } from '#domain/tills/till-report';
import { unsentSales, unsentWords } from '#domain/tills/unsent-sales';
import { varianceWords } from '#domain/tills/variance-words';
import { ensureOpenDay } from '../../kernel/books-day';
import { systemAccounts } from '../../kernel/ledger';
import { raiseNotifications } from '../../kernel/notifications';
import { expectedCash, findSellingSettings, findUnsentOfSession } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { announce } from '../../platform/live/announce';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { drawReport, noteClosing } from './draw-report';
import { getSession } from './get-session';
import { moveDrawerCash } from './move-drawer-cash';
import { methodCountsOf } from './method-counts';
import { lockRegister } from './registers.queries';
import { findStoredSession, lockSession, type StoredSession, zNumber } from './stored-session';
import { canClose } from './till.rules';

/**
 * Closes a till with its Z report (rules T2, T3): the register's next number, the variance posted to till
 * over and short (L), the drawer emptied to the safe, the figures frozen. Locks: register, session.
 */
export async function closeTill(
  ctx: WriteContext,
  id: number,
  { version, reason = null, left = toPence(0), accepts_unsent = false }: BodyOf<typeof tills.close>,
): Promise<TillSessionDetail> {
  await lockRegister(ctx.tx, (await findStoredSession(ctx.tx, id)).register_id);
  const session = await lockSession(ctx.tx, id);
  ensure(canClose(session));
  ensureUnchanged({ id, version: session.version }, version, 'Till session');
  await ensureAllArrived(ctx, session, accepts_unsent);
  const total = session.counted ?? toPence(0);
  const expected = await expectedCash(ctx.tx, id);
  const difference = toPence(total - expected);
  const methods = await methodCountsOf(ctx.tx, session);
  const needsApproval = await ensureExplained(ctx, { difference, methods, reason });
  if (left > total)
    throw invalid({ left: `The drawer holds only ${formatPounds(total)}. Leave that amount or less.` });
  const number = await nextZ(ctx, session);
  const counted = {
    pieces: session.counted_pieces,
    total,
    difference,
    reason,
    times: session.times_counted,
    left,
    ...(methods.length > 0 ? { methods } : {}),
  };
  const report = await drawReport(
    ctx.tx,
    session,
    { by: ctx.actor.name, at: ctx.now },
    { number: number.text, counted },
  );
  await emptyDrawer(ctx, session, number.text, { total, difference, reason });
  await sql`
    update till_sessions set status = 'closed', z_number = ${number.value}, closed_by = ${ctx.actor.id}, closed_at = ${ctx.now},
      expected_pence = ${expected}, difference_reason = ${reason}, left_pence = ${left}, needs_approval = ${needsApproval},
      z_report = ${JSON.stringify(z.encode(tillReport, report))}, version = version + 1
    where id = ${id}`.execute(ctx.tx);
  noteClosing(ctx, session, number.text, counted);
  await announce(ctx.tx, { topic: 'tills' });
  if (needsApproval)
    await raiseNotifications(ctx.tx, ctx.now, [
      {
        kind: 'till_difference',
        key: String(id),
        words: `${session.register_name} was closed ${sessionVarianceWords(difference, methods)} (${number.text}).`,
        link: `/sales/tills/${id}`,
      },
    ]);
  return getSession(ctx.tx, id, ctx.actor);
}

/** A till cannot close while a device has unsent sales, unless the user accepts it (finding F23). */
async function ensureAllArrived(
  ctx: WriteContext,
  { id, register_name }: StoredSession,
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted) return;
  const unsent = await findUnsentOfSession(ctx.tx, id);
  if (unsent.length === 0) return;
  throw conflict(
    `${unsent.map(unsentWords).join(', ')}. Wait until that device is back online, or close ${register_name} without them. They will then go into a late sales session.`,
    { unsent: z.encode(z.array(unsentSales), unsent) },
  );
}

type Variances = {
  readonly difference: Pence;
  readonly methods: readonly MethodCount[];
  readonly reason: string | null;
};

/**
 * Whether a variance needs approval. Above the limit it also needs a reason. Each method is compared by itself: a card
 * sale recorded as cash is short by one and over by the other.
 */
async function ensureExplained(
  ctx: WriteContext,
  { difference, methods, reason }: Variances,
): Promise<boolean> {
  const { variance_limit } = await findSellingSettings(ctx.tx);
  const above = [
    { name: 'The drawer', difference },
    ...methods.map(row => ({ name: methodName(row), difference: row.difference })),
  ].find(row => isAboveLimit(variance_limit, toPence(Math.abs(row.difference))));
  if (!above) return false;
  if (reason === null)
    throw invalid({
      reason: `${above.name} is ${varianceWords(above.difference)}, above the limit of ${formatPounds(variance_limit)}. Enter a reason for the variance.`,
    });
  return true;
}

/** The register is locked, so numbers are unique and a rollback leaves no gap (A12). */
async function nextZ(ctx: WriteContext, session: StoredSession): Promise<{ value: number; text: string }> {
  const { rows } = await sql<{ value: number }>`
    update registers set last_z_number = last_z_number + 1 where id = ${session.register_id}
    returning last_z_number as value`.execute(ctx.tx);
  const value = rows[0]?.value ?? 0;
  return { value, text: zNumber(session.register_code, value) };
}

type Count = { readonly total: Pence; readonly difference: Pence; readonly reason: string | null };

/**
 * A variance is a cost or income of the till, never of sales (rule T4). Everything left then goes to the
 * safe.
 */
async function emptyDrawer(
  ctx: WriteContext,
  session: StoredSession,
  number: string,
  { total, difference, reason }: Count,
): Promise<void> {
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const description = `${number}, ${session.register_name}`;
  await moveDrawerCash(ctx, session, {
    kind: 'difference',
    amount: difference,
    account: systemAccounts.tillDifferences,
    businessDate,
    narrative: `Till ${difference < 0 ? 'short' : 'over'} at ${description}`,
    reason,
    number,
  });
  await moveDrawerCash(ctx, session, {
    kind: 'emptied',
    amount: toPence(0 - total),
    account: systemAccounts.pettyCash,
    businessDate,
    narrative: `Till emptied at ${description}`,
    number,
  });
}
