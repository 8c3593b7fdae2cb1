import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { wholeUnits as units, toQuantity } from '../kernel/quantity';
import {
  approvesOwn,
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
  needsApproval,
  type OrderLineState,
  type OrderState,
  revisionNeedsApproval,
} from './purchase-order.rules';
import { hasOutstanding, hasPaidStatus, purchaseOrderStatus } from './purchase-order.status';

const line: OrderLineState = {
  id: 1,
  name: 'Kettle',
  quantity: units(10),
  received: units(0),
  billed: units(0),
  isClosed: false,
};
const draft: OrderState = {
  number: 'PO-00007',
  status: 'draft',
  total: toPence(50_000),
  lines: [line],
  supplierId: 3,
  enteredBy: [1],
  approvals: [],
  isApprovalAsked: false,
  waiting: null,
  paid: toPence(0),
  supplierIsActive: true,
};
const settings = { approvalLimit: toPence(50_000), overReceipt: 0, settleOldestFirst: true };
const lower = { ...settings, approvalLimit: toPence(49_999) };
const buyer = { id: 1, hasSecond: true };
const other = { id: 2, hasSecond: true };
const approved = (pounds: number, party = 3) => [{ upTo: toPence(pounds * 100), party }];
const some = [{ ...line, received: units(4) }];
const reason = (result: object) => ('reason' in result ? result.reason : undefined);

/** The statuses in which an action on an order is allowed. */
const allowedIn = (
  action: (order: OrderState) => { readonly allowed: boolean },
  change: Partial<OrderState> = {},
) => purchaseOrderStatus.options.filter(status => action({ ...draft, ...change, status }).allowed);

test('P2 each action has the statuses that allow it; payment is not a condition of any', () => {
  expect(allowedIn(order => canSend(order, settings))).toEqual(['draft']);
  expect(allowedIn(canEdit)).toEqual(['draft', 'sent', 'received']);
  expect(allowedIn(canReceive)).toEqual(['sent', 'received']);
  expect(allowedIn(canCloseShort, { lines: some })).toEqual(['sent', 'received']);
  expect(allowedIn(canReopen, { lines: [{ ...line, isClosed: true }] })).toEqual([
    'sent',
    'received',
    'completed',
  ]);
  expect(allowedIn(canCancel)).toEqual(['draft', 'sent']);
  expect(allowedIn(canBill)).toEqual(['sent', 'received', 'completed']);
  expect(allowedIn(canPay)).toEqual(['sent', 'received', 'completed']);
  expect(reason(canReceive(draft))).toBe('Order PO-00007 is draft, so it cannot be received.');
  expect(reason(canCancel({ ...draft, status: 'cancelled' }))).toBe(
    'Order PO-00007 has already been cancelled.',
  );
  expect(reason(canEdit({ ...draft, status: 'completed' }))).toBe(
    'Order PO-00007 is completed, so it cannot be changed.',
  );
});

test('P2 P6 drafts and cancelled orders owe nothing, and nothing is to be paid for a cancelled one', () => {
  expect(purchaseOrderStatus.options.filter(hasOutstanding)).toEqual(['sent', 'received', 'completed']);
  expect(purchaseOrderStatus.options.filter(status => !hasPaidStatus(status))).toEqual(['cancelled']);
});

test('P15 an order above the limit needs an approval for its supplier and its total', () => {
  expect([needsApproval(draft, settings), needsApproval(draft, lower)]).toEqual([false, true]);
  const needs = (pounds: number, party?: number) =>
    needsApproval({ ...draft, approvals: approved(pounds, party) }, lower);
  expect([needs(500), needs(499.99), needs(500, 4)]).toEqual([false, true, true]);
  expect(needsApproval(draft, { ...settings, approvalLimit: null })).toBe(false);
});

test('P15 a revision needs approval if it raises the total above the limit and what was approved', () => {
  const needs = (total: number, order = draft) => revisionNeedsApproval(order, toPence(total), lower);
  expect([needs(50_000), needs(50_001)]).toEqual([false, true]);
  // A lower total never does, and neither does one that is approved or within the limit.
  expect(needs(49_999, { ...draft, total: toPence(60_000) })).toBe(false);
  expect(needs(55_000, { ...draft, total: toPence(60_000) })).toBe(false);
  expect(needs(60_000, { ...draft, approvals: approved(600) })).toBe(false);
  expect(revisionNeedsApproval(draft, toPence(60_000), { ...settings, approvalLimit: toPence(60_000) })).toBe(
    false,
  );
});

test('P2 P15 an order is sent with a line, to an active supplier, and approved if it is above the limit', () => {
  expect(canSend({ ...draft, lines: [] }, settings)).toMatchObject({ allowed: false, field: 'lines' });
  expect(reason(canSend({ ...draft, supplierIsActive: false }, settings))).toContain('supplier is inactive');
  expect(reason(canSend(draft, lower))).toBe('Orders above £499.99 need approval before they are sent.');
  expect(reason(canSend({ ...draft, isApprovalAsked: true }, lower))).toBe(
    'Orders above £499.99 need approval before they are sent. Approval has been requested.',
  );
  expect(canSend({ ...draft, approvals: approved(500) }, lower)).toEqual({ allowed: true });
});

const waiting = { total: toPence(60_000), enteredBy: [2] };

test('P15 what needs approval is approved by another person than those who entered it, if there is one', () => {
  expect(canApprove(draft, lower, other)).toEqual({ allowed: true });
  expect(canApprove(draft, lower, buyer)).toMatchObject({ allowed: false, isOwn: true });
  expect(canApprove(draft, lower, { id: 1, hasSecond: false })).toEqual({ allowed: true });
  expect(reason(canApprove(draft, settings, other))).toBe('Order PO-00007 needs no approval.');
  expect(reason(canApprove({ ...draft, status: 'sent' }, lower, other))).toBe(
    'Nothing on order PO-00007 is waiting for approval.',
  );
  // A revision has its own authors: the author of the order may approve it.
  const revised: OrderState = { ...draft, status: 'sent', waiting };
  expect(canApprove(revised, lower, other)).toMatchObject({
    reason: 'You entered this revision, so someone else must approve it.',
  });
  expect(canApprove(revised, lower, buyer)).toEqual({ allowed: true });
  expect(reason(canApprove({ ...revised, status: 'cancelled' }, lower, buyer))).toBe(
    'Order PO-00007 is cancelled, so it cannot be changed.',
  );
  expect([enteredForApproval(draft), enteredForApproval(revised)]).toEqual([[1], [2]]);
  expect([approvesOwn(draft, buyer), approvesOwn(draft, other), approvesOwn(revised, other)]).toEqual([
    true,
    false,
    true,
  ]);
});

test('P15 approval of a draft is requested once, with a line, and only if it is needed', () => {
  expect(canAskForApproval(draft, lower)).toEqual({ allowed: true });
  const requested = 'Approval of order PO-00007 has already been requested.';
  expect(reason(canAskForApproval({ ...draft, isApprovalAsked: true }, lower))).toBe(requested);
  expect(reason(canAskForApproval({ ...draft, waiting }, lower))).toBe(requested);
  const none = 'Order PO-00007 needs no approval.';
  expect(reason(canAskForApproval(draft, settings))).toBe(none);
  expect(reason(canAskForApproval({ ...draft, status: 'sent' }, lower))).toBe(none);
  expect(canAskForApproval({ ...draft, lines: [] }, lower)).toMatchObject({ allowed: false, field: 'lines' });
  expect(
    [draft, { ...draft, waiting }, { ...draft, isApprovalAsked: true }].map(
      order => canRejectApproval(order).allowed,
    ),
  ).toEqual([false, true, true]);
});

test('P2 P14 an order is cancelled before anything is received; afterwards it is closed short', () => {
  expect(reason(canCancel({ ...draft, status: 'sent', lines: [line, ...some] }))).toBe(
    'Goods have been received against this order. Return them or close it short instead.',
  );
  // As earlier versions left a revision without lines.
  expect(canCancel({ ...draft, status: 'completed', lines: [] })).toEqual({ allowed: true });
  expect(canCancel({ ...draft, status: 'completed' }).allowed).toBe(false);
  expect(canCancel({ ...draft, status: 'cancelled', lines: [] }).allowed).toBe(false);
  expect(reason(canCloseShort({ ...draft, status: 'sent' }))).toBe(
    'Nothing has been received yet. Cancel the order instead.',
  );
  expect(canCloseShort({ ...draft, status: 'received', lines: [line, ...some] })).toEqual({ allowed: true });
  // A thousandth is something.
  const least = [{ ...line, received: toQuantity(1) }];
  expect([
    canCloseShort({ ...draft, status: 'sent', lines: least }).allowed,
    canCancel({ ...draft, lines: least }).allowed,
  ]).toEqual([true, false]);
});

test('P2 an order is reopened while a line of it is closed short', () => {
  const closed = { ...line, isClosed: true };
  expect(canReopen({ ...draft, status: 'received', lines: [line, closed] })).toEqual({ allowed: true });
  expect(reason(canReopen({ ...draft, status: 'completed' }))).toBe(
    'Everything on this order has been received.',
  );
  expect(reason(canReopen({ ...draft, status: 'received' }))).toBe('No line of this order is closed short.');
});

test('an order that cannot be billed or paid is named with its status', () => {
  expect(reason(canBill({ ...draft, status: 'draft' }))).toBe(
    `Order ${draft.number} is draft, so it cannot be billed.`,
  );
  expect(reason(canPay({ ...draft, status: 'cancelled' }))).toBe(
    `Order ${draft.number} is cancelled, so it cannot be paid.`,
  );
});
