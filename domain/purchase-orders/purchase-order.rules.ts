import {
  type Approval,
  type Approver,
  canApproveAs,
  isAboveApproved,
  isOwnApproval,
} from '../approvals/approval.rules';
import { formatPounds, type Pence } from '../kernel/money';
import { formatQuantity, type Quantity, toQuantity } from '../kernel/quantity';
import { roundHalfAwayFromZero } from '../kernel/rounding';
import { no, statusRefusalWords, type RuleResult, yes } from '../kernel/rule-result';
import { type PurchaseOrderStatus, purchaseOrderStatusNames } from './purchase-order.status';

/** The actions on an order and the statuses that allow them (rule P2). Payment is not a condition of any. */
export const transitions = {
  send: { from: ['draft'], to: 'sent' },
  receive: { from: ['sent', 'received'], to: 'received' },
  complete: { from: ['sent', 'received'], to: 'completed' },
  reopen: { from: ['sent', 'received', 'completed'], to: 'received' },
  cancel: { from: ['draft', 'sent'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly PurchaseOrderStatus[]; to: PurchaseOrderStatus }>;
export type Transition = keyof typeof transitions;

/** The values the rules need from an order. */
export type OrderState = {
  readonly number: string;
  readonly status: PurchaseOrderStatus;
  readonly total: Pence;
  readonly lines: readonly OrderLineState[];
  readonly supplierId: number;
  /** Its author and everyone who changed it: whose amount it is, a later save does not say. */
  readonly enteredBy: readonly number[];
  readonly approvals: readonly Approval[];
  /** When approval of the draft was requested. */
  readonly isApprovalAsked: boolean;
  /** A revision above the approved amount, waiting for approval while the order stays unchanged. */
  readonly waiting: { readonly total: Pence; readonly enteredBy: readonly number[] } | null;
  readonly paid: Pence;
  readonly supplierIsActive: boolean;
};

/** The values that decide whether it can be sent. */
export type SendState = Pick<
  OrderState,
  'number' | 'status' | 'total' | 'supplierId' | 'approvals' | 'isApprovalAsked' | 'supplierIsActive'
> & { readonly lines: { readonly length: number } };

export type OrderLineState = {
  readonly id: number;
  readonly name: string;
  readonly quantity: Quantity;
  readonly received: Quantity;
  readonly billed: Quantity;
  readonly isClosed: boolean;
};

export type PurchasingSettings = {
  /** Orders above this total need approval by another person before they are sent; null for no limit. */
  readonly approvalLimit: Pence | null;
  /** How much above the ordered quantity can be received, in hundredths of a percent (rule P3). */
  readonly overReceipt: number;
  /** Whether a payment without an order settles the oldest bills by default (rule P14). */
  readonly settleOldestFirst: boolean;
};

const checkTransition = (
  order: Pick<OrderState, 'number' | 'status'>,
  transition: Transition,
  action: string,
): RuleResult => {
  const allowed = (transitions[transition].from as readonly string[]).includes(order.status);
  return allowed
    ? yes
    : no(
        statusRefusalWords(
          `Order ${order.number}`,
          purchaseOrderStatusNames[order.status].toLowerCase(),
          action,
        ),
      );
};

/** Whether a draft is above the limit and above what was approved for its supplier (rule P15). */
export const needsApproval = (
  order: Pick<OrderState, 'total' | 'approvals' | 'supplierId'>,
  { approvalLimit }: PurchasingSettings,
): boolean =>
  isAboveApproved(approvalLimit, order.approvals, { amount: order.total, party: order.supplierId });

/**
 * Whether a revision to this total needs approval: it is above both the limit and the approved amount (P15).
 */
export const revisionNeedsApproval = (
  order: OrderState,
  total: Pence,
  { approvalLimit }: PurchasingSettings,
): boolean =>
  total > order.total &&
  isAboveApproved(approvalLimit, order.approvals, { amount: total, party: order.supplierId });

export function canSend(order: SendState, settings: PurchasingSettings): RuleResult {
  const result = checkTransition(order, 'send', 'sent');
  if (!result.allowed) return result;
  if (order.lines.length === 0) return no('Add at least one line before you send this order.', 'lines');
  if (!order.supplierIsActive)
    return no('The supplier is inactive. Set it to active before you order from it.');
  if (needsApproval(order, settings))
    return no(
      `Orders above ${formatPounds(settings.approvalLimit ?? 0)} need approval before they are sent.${
        order.isApprovalAsked ? ' Approval has been requested.' : ''
      }`,
    );
  return yes;
}

/** The authors of what is waiting for approval: the draft or the revision. */
export const enteredForApproval = (order: OrderState): readonly number[] =>
  order.waiting ? order.waiting.enteredBy : order.enteredBy;

/** Only what needs approval, and by another person than its author, unless no one else can approve. */
export function canApprove(order: OrderState, settings: PurchasingSettings, approver: Approver): RuleResult {
  if (order.waiting) {
    const result = canEdit(order);
    return result.allowed ? canApproveAs(enteredForApproval(order), approver, 'revision') : result;
  }
  if (order.status !== 'draft') return no(`Nothing on order ${order.number} is waiting for approval.`);
  if (!needsApproval(order, settings)) return no(`Order ${order.number} needs no approval.`);
  return canApproveAs(enteredForApproval(order), approver, 'order');
}

export const approvesOwn = (order: OrderState, approver: Approver): boolean =>
  isOwnApproval(enteredForApproval(order), approver);

/** Whether approval of a draft can be requested. A revision above the approved amount requests it automatically. */
export function canAskForApproval(order: OrderState, settings: PurchasingSettings): RuleResult {
  if (order.waiting || order.isApprovalAsked)
    return no(`Approval of order ${order.number} has already been requested.`);
  if (order.status !== 'draft' || !needsApproval(order, settings))
    return no(`Order ${order.number} needs no approval.`);
  return order.lines.length === 0 ? no('Add at least one line before you request approval.', 'lines') : yes;
}

/** Whether something is waiting for approval and can be rejected. */
export const canRejectApproval = (order: OrderState): RuleResult =>
  order.waiting !== null || order.isApprovalAsked
    ? yes
    : no(`Nothing on order ${order.number} is waiting for approval.`);

export const canEdit = (order: OrderState): RuleResult =>
  order.status === 'draft' || order.status === 'sent' || order.status === 'received'
    ? yes
    : no(
        `Order ${order.number} is ${purchaseOrderStatusNames[order.status].toLowerCase()}, so it cannot be changed.`,
      );

/** Before any receipt, paid or not: payments become credit with the supplier (rules P2, P14). */
export const canCancel = (order: OrderState): RuleResult => {
  if (order.lines.some(line => line.received > 0))
    return no('Goods have been received against this order. Return them or close it short instead.');
  // Earlier versions let a revision remove every line, and such an order counted as completed.
  if (order.status === 'completed' && order.lines.length === 0) return yes;
  return checkTransition(order, 'cancel', 'cancelled');
};

export const canReceive = (order: OrderState): RuleResult => checkTransition(order, 'receive', 'received');
export const canCloseShort = (order: OrderState): RuleResult => {
  const result = checkTransition(order, 'complete', 'closed');
  if (!result.allowed) return result;
  return order.lines.some(line => line.received > 0)
    ? yes
    : no('Nothing has been received yet. Cancel the order instead.');
};
/** Also while other lines are open: goods that were returned are expected again (rule P2). */
export const canReopen = (order: OrderState): RuleResult => {
  const result = checkTransition(order, 'reopen', 'reopened');
  if (!result.allowed) return result;
  if (order.lines.some(line => line.isClosed)) return yes;
  return order.status === 'completed'
    ? no('Everything on this order has been received.')
    : no('No line of this order is closed short.');
};
export const canBill = (order: OrderState): RuleResult =>
  order.status === 'received' || order.status === 'completed' || order.status === 'sent'
    ? yes
    : no(
        `Order ${order.number} is ${purchaseOrderStatusNames[order.status].toLowerCase()}, so it cannot be billed.`,
      );
export const canPay = (order: OrderState): RuleResult =>
  order.status === 'draft' || order.status === 'cancelled'
    ? no(
        `Order ${order.number} is ${purchaseOrderStatusNames[order.status].toLowerCase()}, so it cannot be paid.`,
      )
    : yes;

/** How much of a line can still be received, including the tolerance above the order (rule P3). */
export function receivable(line: OrderLineState, { overReceipt }: PurchasingSettings): Quantity {
  if (line.isClosed) return toQuantity(0);
  const tolerated = roundHalfAwayFromZero(BigInt(line.quantity) * BigInt(overReceipt), 10_000);
  return toQuantity(Math.max(0, line.quantity + tolerated - line.received));
}

/** Whether this quantity of a line can be received (rule P3). */
export function canReceiveOf(
  line: OrderLineState,
  quantity: Quantity,
  settings: PurchasingSettings,
  field: string,
): RuleResult {
  if (line.isClosed)
    return no(`${line.name} is closed short. Reopen the order to receive more of it.`, field);
  const maxQuantity = receivable(line, settings);
  if (quantity <= maxQuantity) return yes;
  return maxQuantity === 0
    ? no(`All ${formatQuantity(line.quantity)} of ${line.name} have already been received.`, field)
    : no(`At most ${formatQuantity(maxQuantity)} can be received.`, field);
}

/** Whether this quantity takes a line above what was ordered and is tolerated, which needs an approval (rules P3, P15). */
export const isOverReceipt = (
  line: OrderLineState,
  quantity: Quantity,
  settings: PurchasingSettings,
): boolean => !line.isClosed && quantity > receivable(line, settings);

/** The status that follows from the lines (rule P2): all received or closed short, or not yet. */
export function statusAfterReceipt(
  lines: readonly Pick<OrderLineState, 'quantity' | 'received' | 'isClosed'>[],
): PurchaseOrderStatus {
  if (lines.every(line => line.isClosed || line.received >= line.quantity)) return 'completed';
  return lines.some(line => line.received > 0) ? 'received' : 'sent';
}

/** Whether none, part or all of the order has been received. */
export type Extent = 'none' | 'part' | 'full';
export function extentOf(done: readonly Quantity[], total: readonly Quantity[]): Extent {
  if (done.every(quantity => quantity <= 0)) return 'none';
  return done.every((quantity, index) => quantity >= (total[index] ?? 0)) ? 'full' : 'part';
}
