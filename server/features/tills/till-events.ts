import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import type { tills } from '#domain/tills/till.contract';
import type { TillEventKind } from '#domain/tills/till-state';
import { ensureApproved } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { findLateSession } from '../../kernel/tills';
import { findStoredSession, type StoredSession } from './stored-session';
import { type HeldGoods, valueOfHeld } from './held-value';
import { type VoidedValue, withRemark, valueOfVoided } from './voided-value';

type Event = {
  readonly kind: TillEventKind;
  readonly amount?: Pence;
  readonly note: string | null;
  /** The sender's id of it, or of the basket that was voided. */
  readonly clientId?: string | undefined;
  /** The basket that a line was taken from. */
  readonly basketId?: string | undefined;
  /** Who did it, if someone else may be sending it. */
  readonly doneBy?: number | null | undefined;
};

/**
 * Records a till event without money. Returns false if it was recorded before, also when another user sent it (R12). 404
 * without the session; 409 when it is closed, except for a report that had to wait.
 */
export async function recordTillEvent(ctx: WriteContext, sessionId: number, event: Event): Promise<boolean> {
  const { kind, amount = toPence(0), note, clientId = null, basketId = null } = event;
  const session = await findStoredSession(ctx.tx, sessionId);
  if (await isRecorded(ctx, event)) return sentAgain(ctx, session);
  const [recordId, by] = [await sessionToRecordIn(ctx, session, event), await userOf(ctx, event)];
  const sentBy = by === ctx.actor.id ? null : ctx.actor.id;
  if (recordId !== null) {
    const { rows } = await sql`
      insert into till_events (session_id, kind, amount_pence, note, client_id, basket_id, recorded_by, sent_by, recorded_at)
      values (${recordId}, ${kind}, ${amount}, ${note}, ${clientId}, ${basketId}, ${by}, ${sentBy}, ${ctx.now})
      on conflict on constraint till_events_are_recorded_once do nothing returning id`.execute(ctx.tx);
    if (rows.length === 0) return sentAgain(ctx, session);
  }
  recordAudit(ctx, {
    action: kind,
    recordType: 'till_session',
    recordId: recordId ?? sessionId,
    recordName: session.register_name,
    after: {
      ...(amount === 0 ? {} : { amount_pence: amount }),
      ...(note === null ? {} : { note }),
      // The entry itself is by whoever is signed in on the device.
      ...(kind === 'cashier_changed' || sentBy !== null ? { user_id: by } : {}),
    },
  });
  return true;
}

async function isRecorded(ctx: WriteContext, { clientId }: Event): Promise<boolean> {
  if (clientId === undefined) return false;
  const { rows } = await sql`select from till_events where client_id = ${clientId}`.execute(ctx.tx);
  return rows.length > 0;
}

/**
 * The session that the event counts in. Goods that were removed before their session was closed, and reported after it, are
 * on the report of the register's late session, if it has one, and otherwise in the history of their own: null.
 */
async function sessionToRecordIn(
  ctx: WriteContext,
  session: StoredSession,
  { kind, clientId }: Event,
): Promise<number | null> {
  if (session.status !== 'closed') return session.id;
  const canWait = clientId !== undefined && (kind === 'line_removed' || kind === 'line_restored');
  if (!canWait) throw conflict(`This session of ${session.register_name} is closed.`);
  return (await findLateSession(ctx, session)) ?? null;
}

/** The user who did it, as far as the sender says and the server knows them. */
async function userOf(ctx: WriteContext, { doneBy }: Event): Promise<number> {
  if (doneBy == null || doneBy === ctx.actor.id) return ctx.actor.id;
  const { rows } = await sql<{ id: number }>`select id from users where id = ${doneBy}`.execute(ctx.tx);
  return rows[0]?.id ?? ctx.actor.id;
}

function sentAgain(ctx: WriteContext, session: StoredSession): false {
  recordWithoutEffect(ctx, session, 'sent_again');
  return false;
}

/** What changes nothing is in the audit log all the same. */
const recordWithoutEffect = (
  ctx: WriteContext,
  { id, register_name }: StoredSession,
  action: 'sent_again' | 'restore_ignored',
) => recordAudit(ctx, { action, recordType: 'till_session', recordId: id, recordName: register_name });

export async function openDrawer(
  ctx: WriteContext,
  id: number,
  reason: string,
): Promise<{ message: string }> {
  await recordTillEvent(ctx, id, { kind: 'drawer_opened', note: reason });
  return { message: 'Drawer opened.' };
}

export async function removeLine(
  ctx: WriteContext,
  id: number,
  { amount, note, client_id, basket_id, removed_by, is_restored }: BodyOf<typeof tills.lineRemoved>,
): Promise<{ message: string }> {
  const removed = is_restored ? await removedFrom(ctx, basket_id ?? null) : amount;
  // Nothing that counts was removed, or it is back already.
  if (is_restored && removed === 0) {
    recordWithoutEffect(ctx, await findStoredSession(ctx.tx, id), 'restore_ignored');
    return { message: 'Line restored.' };
  }
  await recordTillEvent(ctx, id, {
    kind: is_restored ? 'line_restored' : 'line_removed',
    amount: toPence(Math.min(amount, removed)),
    note: note ?? null,
    clientId: client_id,
    basketId: basket_id,
    doneBy: removed_by,
  });
  return { message: is_restored ? 'Line restored.' : 'Line removed.' };
}

/** The value of the goods that were taken out of a basket and not put back. */
async function removedFrom(ctx: WriteContext, basketId: string | null): Promise<Pence> {
  const { rows } = await sql<{ amount: Pence }>`
    select coalesce(sum(case kind when 'line_removed' then amount_pence else -amount_pence end), 0)::bigint as amount
    from till_events where basket_id = ${basketId}::uuid`.execute(ctx.tx);
  return rows[0]?.amount ?? toPence(0);
}

/** What a void counts as on reports: goods that were reported as removed count there (decision 187). */
export const voidedAmount = async (
  ctx: WriteContext,
  basketId: string,
  { amount, left }: VoidedValue,
): Promise<Pence> => toPence(Math.max(left, amount - (await removedFrom(ctx, basketId))));

export async function voidBasket(
  ctx: WriteContext,
  id: number,
  { client_id, amount, lines, price_mode, customer_id, reason, approvals }: BodyOf<typeof tills.basketVoided>,
): Promise<{ message: string }> {
  const goods =
    lines === undefined ? null : { mode: price_mode, entries: lines, customerId: customer_id ?? null };
  const worth = await atLeastAsHeld(ctx, client_id, await valueOfVoided(ctx, amount, goods));
  const isNew = await recordTillEvent(ctx, id, {
    kind: 'basket_voided',
    amount: await voidedAmount(ctx, client_id, worth),
    note: withRemark(reason, worth),
    // Goods may still come into a basket that was worth nothing.
    clientId: worth.isNothing ? undefined : client_id,
  });
  if (!isNew) return { message: 'Basket voided.' };
  await ensureCanVoid(ctx, { clientId: client_id, worth, approvals });
  await endVoidedBasket(ctx, client_id, reason);
  return { message: 'Basket voided.' };
}

/**
 * A basket that was held is worth no less than what the server stored of it: a till that sends fewer goods, or none, does
 * not make it worth nothing.
 */
async function atLeastAsHeld(ctx: WriteContext, clientId: string, sent: VoidedValue): Promise<VoidedValue> {
  const { rows } = await sql<HeldGoods & { worth_most: unknown }>`
    select total_pence as total, basket, customer_id, worth_most from held_baskets where client_id = ${clientId} for update`.execute(
    ctx.tx,
  );
  const [held] = rows;
  if (!held) return sent;
  const stored = await valueOfHeld(ctx, held);
  if (stored.isNothing || stored.amount < sent.amount) return sent;
  if (stored.amount === sent.amount && !sent.isNothing) return sent;
  return {
    ...stored,
    left: sent.amount,
    remark: `valued as when it was held; the till reported ${formatPounds(sent.amount)}`,
  };
}

/** What the user held or resumed and then voided cannot be resumed again. */
async function endVoidedBasket(ctx: WriteContext, clientId: string, reason: string): Promise<void> {
  await sql`
    update held_baskets set status = 'voided', ended_at = ${ctx.now}, void_reason = ${reason}, version = version + 1
    where client_id = ${clientId}
      and (status = 'resumed' and ended_by = ${ctx.actor.id} or status = 'held' and held_by = ${ctx.actor.id})`.execute(
    ctx.tx,
  );
}

type Voiding = {
  readonly clientId: string;
  readonly worth: VoidedValue;
  readonly approvals: readonly string[];
};

/**
 * Voiding a basket with a value needs permission to void, or approval of exactly this. So does one that had a value: what was
 * taken out of it before is approved with it, although the reports count it as removed (F38).
 */
export async function ensureCanVoid(
  ctx: WriteContext,
  { clientId, worth, approvals }: Voiding,
): Promise<void> {
  if (!lacksPermissionFor('void', ctx.actor)) return;
  const removed = await removedFrom(ctx, clientId);
  if (worth.isNothing && removed === 0) return;
  const amount = toPence(Math.max(worth.amount, worth.left + removed));
  const need: ApprovalNeed = { kind: 'void', amount };
  await ensureApproved(ctx, { clientId, approvals, needs: [need] });
}
