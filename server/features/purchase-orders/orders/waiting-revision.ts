import { sql } from 'kysely';
import * as z from 'zod';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { orderWrite } from '#domain/purchase-orders/order-write';
import type { OrderWrite } from '#domain/purchase-orders/purchase-order.contract';
import { recordAudit } from '../../../kernel/audit';
import { raiseNotifications } from '../../../kernel/notifications';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import { notifyApprovers } from './order-approvals';
import type { PreparedLine } from './order-lines';

import type { StoredOrder } from './stored-order';
import { writeRevision } from './write-order';

type Revision = {
  readonly body: OrderWrite;
  readonly lines: readonly PreparedLine[];
  readonly total: Pence;
  readonly reason: string | null;
};

/**
 * Stores a revision above the approved amount until it is approved; the order stays as approved (rule P15). A
 * revision already waiting is replaced.
 */
export async function storeWaitingRevision(
  ctx: WriteContext,
  order: StoredOrder,
  { body, lines, total, reason }: Revision,
): Promise<void> {
  const shown = lines.map(line => ({
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    unit_price: line.unit_price,
    gross: line.amounts.gross,
  }));
  // Who entered the one that it replaces may have entered the amount.
  const editors = [...new Set([...(order.waiting?.editors ?? []), ctx.actor.id])];
  await sql`
    insert into purchase_order_waiting_revisions (purchase_order_id, body, lines, total_pence, reason, asked_by, asked_at, editors)
    values (${order.id}, ${JSON.stringify(z.encode(orderWrite, body))}, ${JSON.stringify(shown)}, ${total}, ${reason}, ${ctx.actor.id}, ${ctx.now},
      ${editors}::bigint[])
    on conflict (purchase_order_id) do update set body = excluded.body, lines = excluded.lines, total_pence = excluded.total_pence,
      reason = excluded.reason, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
      editors = excluded.editors`.execute(ctx.tx);
  await sql`update purchase_orders set version = version + 1, updated_at = ${ctx.now} where id = ${order.id}`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: 'revision_waits_for_approval',
    recordType: 'purchase_order',
    recordId: order.id,
    recordName: order.po_number,
    before: { total_pence: order.total },
    after: { total_pence: total, lines: lines.length, reason },
  });
  await notifyApprovers(ctx, order, {
    words: `${ctx.actor.name} asks you to approve a revision of ${order.po_number} to ${order.supplier_name}: ${formatPounds(total)} instead of ${formatPounds(order.total)}.`,
    enteredBy: editors,
  });
}

/** Applies a revision that has just been approved. 409 when it would total more than was approved. */
export async function applyWaitingRevision(ctx: WriteContext, order: StoredOrder): Promise<void> {
  const { rows } = await sql<{ body: unknown; reason: string | null; asked_by: number; total: Pence }>`
    select body, reason, asked_by, total_pence as total from purchase_order_waiting_revisions
    where purchase_order_id = ${order.id}`.execute(ctx.tx);
  const [waiting] = rows;
  if (!waiting) throw conflict('This revision is no longer waiting for approval. Reload the page.');
  const total = await writeRevision(ctx, order, {
    body: z.decode(orderWrite, waiting.body as never),
    reason: waiting.reason,
    changedBy: waiting.asked_by,
    ...(order.waiting ? { besides: order.waiting.editors } : {}),
  });
  if (total > waiting.total)
    throw conflict(
      `This revision would now total ${formatPounds(total)}. Reject it and ask for it to be entered again.`,
    );
  await dropWaitingRevision(ctx.tx, order.id);
}

/**
 * An order that is over cannot be revised, so its revision would wait for approval for ever (rules P2, P15). Its author is
 * notified.
 */
export async function dropRevisionOf(
  ctx: WriteContext,
  order: StoredOrder,
  end: 'completed' | 'cancelled',
): Promise<void> {
  if (!order.waiting) return;
  await dropWaitingRevision(ctx.tx, order.id);
  recordAudit(ctx, {
    action: 'waiting_revision_dropped',
    recordType: 'purchase_order',
    recordId: order.id,
    recordName: order.po_number,
    before: { total_pence: order.waiting.total },
    after: { reason: `The order was ${end} before the revision was approved.` },
  });
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'own_dropped_revision',
      key: `${order.id} ${ctx.now.getTime()}`,
      words: `Your revision of ${order.po_number} to ${order.supplier_name}, ${formatPounds(order.waiting.total)}, was dropped: the order was ${end} before it was approved.`,
      link: `/purchases/${order.id}`,
      person: order.waiting.asked_by,
    },
  ]);
}

export async function dropWaitingRevision(tx: Tx, orderId: number): Promise<void> {
  await sql`delete from purchase_order_waiting_revisions where purchase_order_id = ${orderId}`.execute(tx);
}
