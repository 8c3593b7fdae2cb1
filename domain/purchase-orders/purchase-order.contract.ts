import * as z from 'zod';
import { documentMail, mailDraft } from '../emails/document-mail';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, idsFilter, optionalText, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { positiveQuantity, quantity } from '../kernel/quantity';
import { unitCost } from '../kernel/unit-cost';
import { vatCode } from '../kernel/vat';
import { ruleResult } from '../kernel/rule-result-reply';
import { bill, orderPayment, receipt, revision, supplierReturn, waitingRevision } from './order-documents';
import {
  dated,
  landedCostWrite,
  lineAccount,
  type lineWrite,
  nonNegativeMoney,
  orderWrite,
  receiptWrite,
} from './order-write';
import { paidStatus, purchaseOrderStatus } from './purchase-order.status';

export const extent = z.enum(['none', 'part', 'full']);
const orderFields = {
  id,
  po_number: z.string(),
  supplier: z.object({ id, name: z.string() }),
  order_date: calendarDate,
  expected_delivery_date: calendarDate.nullable(),
  reference: z.string().nullable(),
  total_amount: money,
  paid_amount: money,
  credited_amount: money,
  outstanding_amount: money,
  status: purchaseOrderStatus,
  paid_status: paidStatus,
  receipt_state: extent,
  /** The expected delivery date has passed and goods are outstanding. */
  is_overdue: z.boolean(),
  /** Approval has been requested, or a revision above the approved amount is waiting. */
  is_waiting_for_approval: z.boolean(),
  creator: z.object({ name: z.string() }),
  created_at: instant,
  version,
};

const orderRow = z.object(orderFields);

const orderLine = z.object({
  id,
  line_number: z.int(),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  description: z.string(),
  supplier_code: z.string().nullable(),
  unit: z.string(),
  /** How many of the product's own unit one of these holds. */
  factor: quantity,
  quantity,
  unit_price: unitCost,
  discount_percent: percentage.nullable(),
  discount_amount: money.nullable(),
  vat_code: vatCode,
  vat_percent: percentage,
  /** For a line without a product: the account its bill proposes. */
  account: z.string().nullable(),
  net: money,
  vat: money,
  gross: money,
  received: quantity,
  billed: quantity,
  returned: quantity,
  outstanding: quantity,
  is_closed: z.boolean(),
});

const orderDetail = orderRow.extend({
  supplier: z.object({ id, name: z.string(), email: z.string().nullable() }),
  notes: z.string().nullable(),
  revision: z.int(),
  total_net: money,
  total_vat: money,
  /** The total of its bills plus what is unbilled at order prices; total_amount is the order total (rule P4). */
  owed_amount: money,
  billing_state: extent,
  sent_at: instant.nullable(),
  approved_by: z.string().nullable(),
  /** The highest total approved for this supplier; null when none was. */
  approved_amount: money.nullable(),
  approval_asked: z.object({ by: z.string(), at: instant }).nullable(),
  /** A revision above the approved amount: the order does not change until it is approved. */
  waiting_revision: waitingRevision.nullable(),
  cancel_reason: z.string().nullable(),
  updated_at: instant,
  lines: z.array(orderLine),
  receipts: z.array(receipt),
  bills: z.array(bill),
  returns: z.array(supplierReturn),
  payments: z.array(orderPayment),
  revisions: z.array(revision),
  /** The actions this user can take now, or why not: buttons and refusals follow one rule. */
  can: z.object({
    edit: ruleResult,
    delete: ruleResult,
    send: ruleResult,
    /** `is_own`: refused because the user entered it, and another must approve it. */
    approve: ruleResult.extend({ is_own: z.boolean() }),
    ask_approval: ruleResult,
    reject_approval: ruleResult,
    receive: ruleResult,
    bill: ruleResult,
    pay: ruleResult,
    return: ruleResult,
    close_short: ruleResult,
    reopen: ruleResult,
    cancel: ruleResult,
  }),
});

const reason = requiredText('Reason', 300);
const view = can('view_purchaseorder');

const orderFilters = {
  status: severalOf(purchaseOrderStatus),
  paid_status: severalOf(paidStatus),
  supplier_id: severalIds('suppliers'),
  late: z.enum(['yes'], 'Choose Overdue, or omit this filter.'),
  /** Sent, and not closed yet. */
  open: z.enum(['yes'], 'Choose Open, or omit this filter.'),
  /** Waiting for approval. */
  approval: z.enum(['waiting'], 'Choose Waiting, or omit this filter.'),
  from: calendarDate,
  to: calendarDate,
  ids: idsFilter,
};

const listed = listCalls('/purchases', {
  summary: 'List purchase orders',
  access: view,
  exportAccess: can('view_purchaseorder', 'export_data'),
  listing: {
    sort: ['order_date', 'po_number', 'expected_delivery_date', 'total_amount'],
    defaultSort: { by: 'order_date', order: 'desc' },
    filters: orderFilters,
  },
  row: orderRow,
});

export const purchases = {
  ...listed,
  totals: call('GET', '/purchases/totals', {
    summary: 'Total the purchase orders that match the filters, across all pages',
    access: view,
    query: listed.list.query,
    reply: z.object({
      /** Committed orders: neither drafts nor cancelled (rule P6). */
      orders: z.int(),
      owed: money,
      paid: money,
      outstanding: money,
      /** Not received yet, including VAT. */
      to_come: money,
    }),
  }),
  get: call('GET', '/purchases/{id}', {
    summary: 'Show a purchase order',
    // Users who can edit need the form filled in, whether or not they can see the list.
    access: canAny('view_purchaseorder', 'edit_purchaseorder'),
    reply: orderDetail,
  }),
  create: call('POST', '/purchases', {
    summary: 'Create a draft purchase order',
    access: can('create_purchaseorder'),
    body: orderWrite,
    reply: orderDetail,
  }),
  update: call('PUT', '/purchases/{id}', {
    summary: 'Edit a draft or revise a sent order',
    access: can('edit_purchaseorder'),
    body: orderWrite.extend({ version: version.optional(), revision_reason: optionalText('Reason', 300) }),
    reply: orderDetail,
  }),
  remove: call('DELETE', '/purchases/{id}', {
    summary: 'Delete a draft',
    access: can('delete_purchaseorder'),
    reply: done,
  }),
  duplicate: call('POST', '/purchases/{id}/clone', {
    summary: 'Duplicate an order as a new draft',
    access: can('create_purchaseorder', 'view_purchaseorder'),
    reply: orderDetail,
  }),
  approve: call('POST', '/purchases/{id}/approve', {
    summary: 'Approve a draft above the limit, or a revision above the approved amount',
    access: can('approve_purchaseorder'),
    /** The version that was read: an order changed since is not approved. */
    body: z.strictObject({ version: version.optional() }),
    reply: orderDetail,
  }),
  askApproval: call('POST', '/purchases/{id}/ask-approval', {
    summary: 'Request approval of a draft above the limit',
    access: canAny('create_purchaseorder', 'edit_purchaseorder', 'send_purchaseorder'),
    reply: orderDetail,
  }),
  rejectApproval: call('POST', '/purchases/{id}/reject-approval', {
    summary: 'Reject a draft or revision that is waiting for approval, or withdraw your own',
    access: canAny('approve_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder'),
    body: z.strictObject({ reason, version: version.optional() }),
    reply: orderDetail,
  }),
  send: call('POST', '/purchases/{id}/send', {
    summary: 'Email an order to its supplier. It is marked as sent once the email is accepted',
    access: can('send_purchaseorder'),
    body: z.strictObject(documentMail),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 60,
  }),
  sendDraft: call('GET', '/purchases/{id}/send', {
    summary: 'Preview the email for an order',
    access: can('send_purchaseorder'),
    reply: mailDraft,
  }),
  markSent: call('POST', '/purchases/{id}/mark-sent', {
    summary: 'Mark an order as sent by other means',
    access: can('send_purchaseorder'),
    reply: orderDetail,
  }),
  receive: call('POST', '/purchases/{id}/receive', {
    summary: 'Receive goods',
    access: can('receive_purchaseorder'),
    body: receiptWrite,
    reply: orderDetail,
  }),
  reverseReceipt: call('POST', '/purchases/{id}/receipts/{receipt_id}/reverse', {
    summary: 'Reverse a goods receipt entered in error and not billed. The order expects its goods again',
    access: can('receive_purchaseorder', 'reverse_payment'),
    body: z.strictObject({ ...dated, reason }),
    reply: orderDetail,
  }),
  closeShort: call('POST', '/purchases/{id}/close-short', {
    summary: 'Close an order short, cancelling the outstanding quantity',
    access: can('receive_purchaseorder'),
    body: z.strictObject({ reason }),
    reply: orderDetail,
  }),
  reopen: call('POST', '/purchases/{id}/reopen', {
    summary: 'Reopen an order that was closed short',
    access: can('approve_purchaseorder'),
    body: z.strictObject({ reason }),
    reply: orderDetail,
  }),
  cancel: call('POST', '/purchases/{id}/cancel', {
    summary: 'Cancel an order before any goods are received',
    access: can('cancel_purchaseorder'),
    body: z.strictObject({ reason }),
    reply: orderDetail,
  }),
  bill: call('POST', '/purchases/{id}/bills', {
    summary: 'Record a supplier bill for goods received',
    access: canAny('create_payment', 'edit_purchaseorder'),
    body: z.strictObject({
      supplier_bill_number: requiredText('Supplier’s bill number', 60),
      bill_date: enteredDate,
      /** Needed for a bill more than thirty days old, or dated before the goods were received (rule P13). */
      date_reason: optionalText('Reason', 300),
      due_on: enteredDate.optional(),
      lines: z
        .array(
          z.strictObject({
            line_id: id,
            quantity: positiveQuantity,
            /** As printed; when omitted, as ordered. */
            net: nonNegativeMoney.optional(),
            vat: nonNegativeMoney.optional(),
            /** As on the bill, which may correct the order (rule V18); when omitted, as ordered. */
            vat_code: vatCode.optional(),
            /** The account of a line without a product; when omitted, the order line's or cost of goods sold. */
            account: lineAccount.optional(),
          }),
        )
        .min(1, 'Enter what was billed.')
        .max(500),
      /** Needed when the bill differs from the order by more than a pound. */
      accept_difference: z.boolean().default(false),
    }),
    reply: orderDetail,
  }),
  reverseBill: call('POST', '/purchases/{id}/bills/{bill_id}/reverse', {
    summary: 'Reverse a supplier bill recorded in error. Its goods go back to received but not billed',
    access: can('reverse_payment'),
    body: z.strictObject({
      ...dated,
      reason,
      /** Needed when payments or credits are allocated to it: they stay as credit with the supplier. */
      free_payments: z.boolean().default(false),
    }),
    reply: orderDetail,
  }),
  return: call('POST', '/purchases/{id}/returns', {
    summary: 'Return goods to the supplier. A credit note is posted for goods already billed',
    access: can('receive_purchaseorder'),
    body: z.strictObject({
      ...dated,
      reason,
      supplier_credit_number: optionalText('Supplier’s credit note number', 60),
      lines: z
        .array(
          z.strictObject({
            receipt_line_id: id,
            quantity: positiveQuantity,
            /** What the supplier credits, as printed; when omitted, what was billed. */
            credit_net: nonNegativeMoney.optional(),
            credit_vat: nonNegativeMoney.optional(),
          }),
        )
        .min(1, 'Enter what is returned.')
        .max(500),
      /** Needed when the supplier credits over a pound more than was billed. */
      accept_difference: z.boolean().default(false),
    }),
    reply: orderDetail,
  }),
  landedCost: call('POST', '/purchases/{id}/landed-costs', {
    summary: 'Record landed cost and spread it over a goods receipt',
    access: canAny('create_payment', 'edit_purchaseorder'),
    body: landedCostWrite,
    reply: orderDetail,
  }),
  pdf: call('GET', '/purchases/{id}/pdf', {
    summary: 'Download an order as a PDF',
    access: view,
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 30,
  }),
};

export type OrderRow = z.output<typeof orderRow>;
export type OrderDetail = z.output<typeof orderDetail>;
export type OrderLine = z.output<typeof orderLine>;
export type OrderWrite = z.output<typeof orderWrite>;
export type OrderLineWrite = z.output<typeof lineWrite>;
