import { lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import { formatPounds, type Pence, sum } from '#domain/kernel/money';
import { type Quantity, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { BodyOf } from '#domain/kernel/call';
import type { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { type PurchasingSettings, revisionNeedsApproval } from '#domain/purchase-orders/purchase-order.rules';
import { effectiveQuantity, orderLineAmounts } from '#domain/purchase-orders/purchase-order.totals';
import { ensureApproved, recordSpent, type SpentApproval } from '../../../kernel/approvals';
import type { WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import { stateOf, type StoredLine, type StoredOrder, termsOf } from '../orders/stored-order';

/** A line of which more arrived than was ordered and is tolerated, with the quantity received now. */
export type OverReceipt = { readonly line: StoredLine; readonly quantity: Quantity };

type Requested = Pick<BodyOf<typeof purchases.receive>, 'client_id' | 'approvals' | 'close_short'>;

const aboveOrder = ({ line, quantity }: OverReceipt): Quantity =>
  toQuantity(line.received + quantity - line.quantity);

/** What the order comes to with all that arrived, also what is tolerated and what is closed short (rule P1). */
const totalAfter = (order: StoredOrder, received: readonly OverReceipt[], closesShort: boolean): Pence =>
  sum(
    order.lines.map(line => {
      const arrived = received.find(one => one.line.id === line.id)?.quantity ?? 0;
      const now = toQuantity(line.received + arrived);
      const isClosed = line.is_closed || (closesShort && now < line.quantity);
      const counted = effectiveQuantity({ quantity: line.quantity, received: now, is_closed: isClosed });
      return orderLineAmounts(termsOf(line), counted).gross;
    }),
  );

/**
 * Requires an approval of what arrived above the order, by someone who may approve orders; the receiver's own permission
 * suffices (decision 206). What takes the order above its approved total is a revision, not a delivery (rule P15).
 */
export async function approveOverReceipt(
  ctx: WriteContext,
  order: StoredOrder,
  {
    over,
    received,
    settings,
    request,
  }: {
    over: readonly OverReceipt[];
    received: readonly OverReceipt[];
    settings: PurchasingSettings;
    request: Requested;
  },
): Promise<readonly SpentApproval[]> {
  if (over.length === 0) return [];
  const total = totalAfter(order, received, request.close_short);
  if (revisionNeedsApproval(stateOf(order), total, settings))
    throw conflict(
      `With these goods, ${order.po_number} comes to ${formatPounds(total)}, and orders above ${formatPounds(settings.approvalLimit ?? 0)} need approval. Revise the order and have it approved, then receive them.`,
    );
  if (!lacksPermissionFor('over_receipt', ctx.actor)) return [];
  return ensureApproved(ctx, {
    clientId: request.client_id,
    approvals: request.approvals,
    needs: over.map(one => ({
      kind: 'over_receipt',
      order_id: order.id,
      line_id: one.line.id,
      quantity: one.quantity,
      above: aboveOrder(one),
      description: one.line.description.slice(0, 500),
    })),
  });
}

/** Stores the approvals with the goods received note; returns what the audit log says of them. */
export async function recordOverReceipt(
  ctx: WriteContext,
  noteId: number,
  over: readonly OverReceipt[],
  approved: readonly SpentApproval[],
): Promise<Record<string, unknown>> {
  if (over.length === 0) return {};
  const facts = await recordSpent(ctx, { type: 'goods_received_note', id: noteId }, approved);
  return {
    above_order: over.map(one => `${textFromQuantity(aboveOrder(one))} × ${one.line.description}`),
    approved_by: approved.length > 0 ? approved.map(({ by }) => by) : [ctx.actor.id],
    ...facts,
  };
}
