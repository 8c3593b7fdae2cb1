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
import { findStoredSession } from './stored-session';
import { type HeldGoods, valueOfHeld } from './held-value';
import { type VoidedValue, withRemark, valueOfVoided } from './voided-value';

type Event = { readonly kind: TillEventKind; readonly amount?: Pence; readonly note: string | null };

/** Records a till event without money. 404 without the session, 409 when it is closed. */
export async function recordTillEvent(
  ctx: WriteContext,
  sessionId: number,
  { kind, amount = toPence(0), note }: Event,
): Promise<void> {
  const session = await findStoredSession(ctx.tx, sessionId);
  if (session.status === 'closed') throw conflict(`This session of ${session.register_name} is closed.`);
  await sql`
    insert into till_events (session_id, kind, amount_pence, note, recorded_by, recorded_at)
    values (${sessionId}, ${kind}, ${amount}, ${note}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
  recordAudit(ctx, {
    action: kind,
    recordType: 'till_session',
    recordId: sessionId,
    recordName: session.register_name,
    after: {
      ...(amount === 0 ? {} : { amount_pence: amount }),
      ...(note === null ? {} : { note }),
      // The entry itself is by whoever is signed in on the device.
      ...(kind === 'cashier_changed' ? { user_id: ctx.actor.id } : {}),
    },
  });
}

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
  { amount, note }: BodyOf<typeof tills.lineRemoved>,
): Promise<{ message: string }> {
  await recordTillEvent(ctx, id, { kind: 'line_removed', amount, note: note ?? null });
  return { message: 'Line removed.' };
}

export async function voidBasket(
  ctx: WriteContext,
  id: number,
  { client_id, amount, lines, price_mode, customer_id, reason, approvals }: BodyOf<typeof tills.basketVoided>,
): Promise<{ message: string }> {
  const goods =
    lines === undefined ? null : { mode: price_mode, entries: lines, customerId: customer_id ?? null };
  const worth = await atLeastAsHeld(ctx, client_id, await valueOfVoided(ctx, amount, goods));
  await recordTillEvent(ctx, id, {
    kind: 'basket_voided',
    amount: worth.amount,
    note: withRemark(reason, worth),
  });
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
  return { ...stored, remark: `valued as when it was held; the till reported ${formatPounds(sent.amount)}` };
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

/** Voiding a basket with a value needs permission to void, or approval of exactly this. */
export async function ensureCanVoid(
  ctx: WriteContext,
  { clientId, worth, approvals }: Voiding,
): Promise<void> {
  if (worth.isNothing || !lacksPermissionFor('void', ctx.actor)) return;
  const need: ApprovalNeed = { kind: 'void', amount: worth.amount };
  await ensureApproved(ctx, { clientId, approvals, needs: [need] });
}
