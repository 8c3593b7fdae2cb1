import { sql } from 'kysely';
import { isAboveApproved } from '#domain/approvals/approval.rules';
import { hasPermission } from '#domain/kernel/access';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { vatOn } from '#domain/kernel/vat';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import { type MatchedLine, toleratedVariance } from './match-bill';
import { approveUpTo } from '../orders/order-approvals';
import type { StoredBill } from './post-bill';
import { findPurchasingSettings } from '../purchasing-settings';
import type { StoredOrder } from '../orders/stored-order';

/**
 * A bill above the order's prices raises what is owed on it, so it needs the approval the order would need at that amount
 * (rule P15). Who can approve orders gives it by recording the bill. Returns what the audit log says. The bill is stored.
 */
export async function ensureOwedIsApproved(
  ctx: WriteContext,
  order: StoredOrder,
  bill: StoredBill,
  matched: readonly MatchedLine[],
): Promise<Readonly<Record<string, unknown>>> {
  const rates = new Map(order.lines.map(line => [line.id, line.vat_rate]));
  const atOrderPrices = sum(
    matched.map(({ receivedNet, orderLineId }) =>
      toPence(receivedNet + vatOn(receivedNet, rates.get(orderLineId) ?? 0)),
    ),
  );
  if (bill.gross - atOrderPrices <= toleratedVariance) return {};
  const { rows } = await sql<{ owed: Pence }>`${preparedStatement}
    select owed_pence as owed from purchase_orders where id = ${order.id}`.execute(ctx.tx);
  const owed = rows[0]?.owed ?? order.owed;
  const { approvalLimit } = await findPurchasingSettings(ctx.tx);
  const isApproved = !isAboveApproved(approvalLimit, order.approvals, {
    amount: owed,
    party: order.supplier_id,
  });
  if (owed <= order.owed || isApproved) return {};
  if (!hasPermission(ctx.actor, 'approve_purchaseorder'))
    throw invalid({
      accept_difference: `With this bill ${formatPounds(owed)} is owed on ${order.po_number}, which is above the approved amount. Check the bill. Someone who can approve orders must record it.`,
    });
  return approveUpTo(ctx, order, owed);
}
