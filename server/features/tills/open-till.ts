import { sql } from 'kysely';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import type { BodyOf } from '#domain/kernel/call';
import { formatMoment, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { TillSessionDetail, tills } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { systemAccounts } from '../../kernel/ledger';
import { raiseNotifications } from '../../kernel/notifications';
import { findSellingSettings } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { getSession } from './get-session';
import { moveDrawerCash } from './move-drawer-cash';
import { lockRegister } from './registers.queries';
import { countedOf } from './till.rules';

/**
 * Opens a till with a float from the safe (L row "Float in"). A register has one open session; a second
 * caller gets 409 with the user who opened it. Where the last session left cash in the drawer, another float needs a
 * reason: what is missing would otherwise be taken for cash in the safe.
 */
export async function openTill(
  ctx: WriteContext,
  { register_id, reason = null, ...count }: BodyOf<typeof tills.open>,
): Promise<TillSessionDetail> {
  const register = await lockRegister(ctx.tx, register_id);
  if (!register) throw invalid({ register_id: 'This register no longer exists. Choose another.' });
  if (register.status === 'inactive')
    throw invalid({ register_id: `${register.name} is inactive. Choose another register.` });
  await ensureRegisterFree(ctx, register);
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'register_id' });
  const float = countedOf(count);
  const left = await findOtherFloat(ctx, register_id, float);
  if (left !== null && reason === null)
    throw invalid({
      reason:
        'The last session left a different amount in the drawer. Count the float again, or enter the reason.',
    });
  const id = await insert(ctx, register_id, businessDate, float);
  await moveDrawerCash(
    ctx,
    { id },
    {
      kind: 'float',
      amount: float,
      account: systemAccounts.pettyCash,
      businessDate,
      narrative: `Float of ${register.name}`,
    },
  );
  recordAudit(ctx, {
    action: 'opened',
    recordType: 'till_session',
    recordId: id,
    recordName: register.name,
    after: {
      float_pence: float,
      ...(count.pieces ? { pieces: count.pieces } : {}),
      ...(left === null ? {} : { left_pence: left, reason }),
    },
  });
  if (left !== null) await notifyDifference(ctx, { id, name: register.name, float, left });
  return getSession(ctx.tx, id, ctx.actor);
}

async function ensureRegisterFree(ctx: WriteContext, register: { id: number; name: string }): Promise<void> {
  const { rows } = await sql<{ id: number; opened_by: string; opened_at: Date }>`
    select s.id, u.name as opened_by, s.opened_at from till_sessions s join users u on u.id = s.opened_by
    where s.register_id = ${register.id} and s.status <> 'closed' and s.late_of_id is null`.execute(ctx.tx);
  const [open] = rows;
  if (!open) return;
  throw conflict(
    `${register.name} is already open. ${open.opened_by} opened it on ${formatMoment(open.opened_at)}.`,
    { session_id: open.id, opened_by: open.opened_by },
  );
}

/** What the register's last session left in the drawer, if it is not this float; null if it left nothing. */
async function findOtherFloat(ctx: WriteContext, registerId: number, float: Pence): Promise<Pence | null> {
  const { rows } = await sql<{ left: Pence | null }>`
    select left_pence as left from till_sessions
    where register_id = ${registerId} and status = 'closed' and late_of_id is null order by id desc limit 1`.execute(
    ctx.tx,
  );
  const left = rows[0]?.left ?? null;
  return left === null || left === 0 || left === float ? null : left;
}

type OpenedOtherwise = {
  readonly id: number;
  readonly name: string;
  readonly float: Pence;
  readonly left: Pence;
};

/** Notifies users who approve variances, above the same limit as when a till is closed. */
async function notifyDifference(
  ctx: WriteContext,
  { id, name, float, left }: OpenedOtherwise,
): Promise<void> {
  const { variance_limit } = await findSellingSettings(ctx.tx);
  if (!isAboveLimit(variance_limit, toPence(Math.abs(float - left)))) return;
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'till_difference',
      key: `${id}-float`,
      words: `${name} was opened with ${formatPounds(float)}. The last session left ${formatPounds(left)} in the drawer.`,
      link: `/sales/tills/${id}`,
    },
  ]);
}

async function insert(ctx: WriteContext, registerId: number, date: string, float: Pence): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
    values (${registerId}, ${ctx.actor.id}, ${ctx.now}, ${date}, ${float}) returning id`.execute(ctx.tx);
  return insertedId(rows);
}
