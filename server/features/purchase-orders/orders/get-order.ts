import type { Approver } from '#domain/approvals/approval.rules';
import { hasAnyPermission, hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Permission } from '#domain/kernel/permissions';
import type { OrderDetail, OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import {
  canApprove,
  canAskForApproval,
  canBill,
  canCancel,
  canCloseShort,
  canEdit,
  canPay,
  canReceive,
  canRejectApproval,
  canReopen,
  canSend,
  enteredForApproval,
  extentOf,
  type PurchasingSettings,
} from '#domain/purchase-orders/purchase-order.rules';
import { hasSecondApprover } from '../../../kernel/approvals';
import type { Reader } from '../../../platform/database/open-database';
import { askTogether } from '../../../platform/database/send-together';
import type { Actor } from '../../../platform/http/actor';
import { ensureFound } from '../../../platform/http/refusal';
import {
  findingBills,
  findingPayments,
  findingReceipts,
  findingReturns,
  findingRevisions,
} from './order-documents.queries';
import { findingPurchasingSettings } from '../purchasing-settings';
import {
  requesterOf,
  findingOrder,
  orderOf,
  outstandingOf,
  stateOf,
  type StoredLine,
  type StoredOrder,
} from './stored-order';

/** An order with its documents and the actions this user can take now. 404 when there is none. */
export async function getOrder(
  db: Reader,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<OrderDetail> {
  const [head, lines, settings, receipts, bills, returns, payments, revisions] = await askTogether(db, [
    ...findingOrder(id),
    findingPurchasingSettings,
    findingReceipts(id),
    findingBills(id),
    findingReturns(id),
    findingPayments(id),
    findingRevisions(id),
  ]);
  const order = ensureFound(orderOf(head, lines), 'Purchase order');
  const outstanding = outstandingOf(order);
  const isCommitted = order.status === 'sent' || order.status === 'received' || order.status === 'completed';
  const isOpen = order.status === 'sent' || order.status === 'received';
  return {
    id: order.id,
    po_number: order.po_number,
    supplier: { id: order.supplier_id, name: order.supplier_name, email: order.supplier_email },
    order_date: order.order_date,
    expected_delivery_date: order.expected_delivery_date,
    reference: order.reference,
    notes: order.notes,
    status: order.status,
    revision: order.revision,
    total_net: order.net,
    total_vat: order.vat,
    total_amount: order.total,
    owed_amount: order.owed,
    paid_amount: order.paid,
    credited_amount: order.credited,
    outstanding_amount: outstanding,
    paid_status: isCommitted && outstanding <= 0 ? 'paid' : 'remaining',
    receipt_state: extentOf(
      order.lines.map(line => line.received),
      order.lines.map(line => line.quantity),
    ),
    billing_state: extentOf(
      order.lines.map(line => line.billed),
      order.lines.map(line => line.received),
    ),
    is_waiting_for_approval: order.approval_asked_at !== null || order.waiting !== null,
    is_overdue:
      isOpen && order.expected_delivery_date !== null && order.expected_delivery_date < londonDate(now),
    creator: { name: order.creator_name },
    ...approvalOf(order),
    sent_at: order.sent_at,
    cancel_reason: order.cancel_reason,
    created_at: order.created_at,
    updated_at: order.updated_at,
    version: order.version,
    lines: order.lines.map(lineReply),
    receipts,
    bills,
    returns,
    payments,
    revisions,
    can: allowedActions(order, settings, actor, {
      id: actor.id,
      hasSecond: await hasSecondApprover(db, 'approve_purchaseorder', enteredForApproval(stateOf(order))),
    }),
  };
}

/** Who approved the order, up to which total, and what is waiting for approval. */
function approvalOf(order: StoredOrder) {
  const forSupplier = order.approvals.filter(({ party }) => party === order.supplier_id);
  const amounts = forSupplier.map(({ upTo }) => upTo);
  const { waiting } = order;
  return {
    approved_by: forSupplier.at(-1)?.by ?? null,
    approved_amount: amounts.length === 0 ? null : toPence(Math.max(...amounts)),
    approval_asked:
      order.approval_asked_at === null
        ? null
        : { by: order.approval_asker ?? '', at: order.approval_asked_at },
    waiting_revision: waiting && {
      total: waiting.total,
      reason: waiting.reason,
      asked_by: waiting.asker_name,
      asked_at: new Date(waiting.asked_at),
      lines: [...waiting.lines],
    },
  };
}

const lineReply = (line: StoredLine): OrderLine => ({
  id: line.id,
  line_number: line.line_number,
  product: line.product,
  description: line.description,
  supplier_code: line.supplier_code,
  unit: line.unit,
  factor: line.factor,
  quantity: line.quantity,
  unit_price: line.unit_price,
  discount_percent: line.discount_hundredths,
  discount_amount: line.discount_pence,
  vat_code: line.vat_code,
  vat_percent: line.vat_rate,
  account: line.account,
  net: line.net,
  vat: line.vat,
  gross: line.gross,
  received: line.received,
  billed: line.billed,
  returned: line.returned,
  outstanding: toQuantity(line.is_closed ? 0 : Math.max(0, line.quantity - line.received)),
  is_closed: line.is_closed,
});

/** The rule is checked before the permission, so that a button gives the order's reason first. */
function allowedActions(
  order: StoredOrder,
  settings: PurchasingSettings,
  actor: Actor,
  approver: Approver,
): OrderDetail['can'] {
  const state = stateOf(order);
  const withRight = (result: RuleResult, ...rights: [Permission, ...Permission[]]): RuleResult => {
    if (!result.allowed) return result;
    return hasAnyPermission(actor, rights) ? yes : no('You do not have permission to do this.');
  };
  const canReturn = order.lines.some(line => line.received > line.returned)
    ? yes
    : no('There are no received goods to return.');
  const canDelete =
    order.status === 'draft' ? yes : no('Only drafts can be deleted. Cancel the order instead.');
  const approve = hasPermission(actor, 'approve_purchaseorder')
    ? canApprove(state, settings, approver)
    : no('You do not have permission to approve orders.');
  return {
    edit: withRight(canEdit(state), 'edit_purchaseorder'),
    delete: withRight(canDelete, 'delete_purchaseorder'),
    send: withRight(canSend(state, settings), 'send_purchaseorder'),
    approve: { ...approve, is_own: !approve.allowed && approve.isOwn === true },
    ask_approval: withRight(
      canAskForApproval(state, settings),
      'create_purchaseorder',
      'edit_purchaseorder',
      'send_purchaseorder',
    ),
    reject_approval: withRight(
      canRejectApproval(state),
      'approve_purchaseorder',
      ...(requesterOf(order) === actor.id ? (['create_purchaseorder', 'edit_purchaseorder'] as const) : []),
    ),
    receive: withRight(canReceive(state), 'receive_purchaseorder'),
    bill: withRight(canBill(state), 'create_payment', 'edit_purchaseorder'),
    pay: withRight(canPay(state), 'create_payment'),
    return: withRight(canReturn, 'receive_purchaseorder'),
    close_short: withRight(canCloseShort(state), 'receive_purchaseorder'),
    reopen: withRight(canReopen(state), 'approve_purchaseorder'),
    cancel: withRight(canCancel(state), 'cancel_purchaseorder'),
  };
}
