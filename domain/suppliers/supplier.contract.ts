import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import {
  id,
  idsFilter,
  optionalEmail,
  optionalLongText,
  optionalText,
  recordStatus,
  requiredText,
  version,
} from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';
import { money } from '../kernel/money';
import { ruleResult } from '../kernel/rule-result-reply';
import { paidStatus, purchaseOrderStatus } from '../purchase-orders/purchase-order.status';
import { paymentMethod, paymentStatus } from '../payments/payment.status';

const supplierFields = {
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  contact_person: z.string().nullable(),
  address: z.string().nullable(),
  status: recordStatus,
  version,
  created_at: instant,
  updated_at: instant,
};

/** The figures of one supplier, rules P6-P10. */
const aggregates = {
  total_purchase_orders: z.int(),
  total_purchase_amount: money,
  total_paid_amount: money,
  outstanding_amount: money,
  last_purchase_date: calendarDate.nullable(),
};

const supplier = z.object(supplierFields);
const supplierRow = z.object({
  ...supplierFields,
  payment_terms_days: z.int(),
  vat_number: z.string().nullable(),
  ...aggregates,
  /** What the ledger says is owed, with `view_ledger`; below zero it is in credit (rule W1). */
  owed_amount: money.optional(),
});

/** One order of a supplier as shown on the supplier's page (D-06). */
const purchaseOrderRow = z.object({
  id,
  po_number: z.string(),
  order_date: calendarDate,
  expected_delivery_date: calendarDate.nullable(),
  total_amount: money,
  paid_amount: money,
  status: purchaseOrderStatus,
  paid_status: paidStatus,
  creator: z.object({ name: z.string() }),
});

/** One payment to or refund from a supplier (D-07); a refund's amount is negative. */
const transactionRow = z.object({
  id,
  number: z.string().nullable(),
  direction: z.enum(['out', 'in']),
  payment_date: calendarDate,
  po_number: z.string().nullable(),
  amount: money,
  payment_method: paymentMethod,
  status: paymentStatus,
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  /** The actions possible now, or why not. */
  can: z.object({ complete: ruleResult, fail: ruleResult, cancel: ruleResult }),
});

/** The supplier's page (D-05). `summary` has the eight figures; `purchase_orders_summary` repeats the four of the orders. */
const supplierDetail = supplier.extend({
  purchaseOrders: z.array(purchaseOrderRow),
  payments_directory: z.object({ transactions: z.array(transactionRow) }),
  summary: z.object({
    ...aggregates,
    completed_orders: z.int(),
    active_orders: z.int(),
    total_transactions: z.int(),
  }),
  purchase_orders_summary: z.object({
    total_purchase_orders: z.int(),
    completed_orders: z.int(),
    active_orders: z.int(),
    total_purchase_amount: money,
  }),
});

/** A supplier as found by forms and filters. */
const supplierChoice = z.object({ id, name: z.string(), status: recordStatus });

export const supplierWrite = z.strictObject({
  name: requiredText('Name', 200),
  email: optionalEmail,
  phone: optionalText('Phone', 40),
  contact_person: optionalText('Contact person', 200),
  address: optionalLongText('Address', 1000),
  status: recordStatus.default('active'),
});

const listed = listCalls('/suppliers', {
  summary: 'List suppliers',
  access: can('view_supplier'),
  exportAccess: can('view_supplier', 'export_data'),
  listing: {
    sort: ['name', 'created_at', 'owed'],
    defaultSort: { by: 'name', order: 'asc' },
    filters: { status: recordStatus, ids: idsFilter },
    protects: [{ needs: 'view_ledger', figures: 'what suppliers are owed', sort: ['owed'] }],
  },
  row: supplierRow,
});

export const suppliers = {
  ...listed,
  totals: call('GET', '/suppliers/totals', {
    summary: 'Total the figures of the suppliers that match the filters, across all pages',
    access: can('view_supplier'),
    query: listed.list.query,
    reply: z.object({
      total_purchase_amount: money,
      total_paid_amount: money,
      outstanding_amount: money,
      /** With `view_ledger`. */
      owed_amount: money.optional(),
    }),
  }),
  search: call('GET', '/suppliers/search', {
    summary: 'Search suppliers by name, email or phone',
    access: canAny(
      'view_supplier',
      'view_purchaseorder',
      'view_purchasedorder',
      'create_purchaseorder',
      'edit_purchaseorder',
      'view_expense',
      'create_expense',
      'edit_expense',
      'view_ledger',
    ),
    query: z.strictObject({
      text: z.string().max(200, 'Search for at most 200 characters.').default(''),
      /** Finds only these suppliers, whatever the text. */
      id: severalIds('suppliers').optional(),
    }),
    reply: z.object({ data: z.array(supplierChoice) }),
  }),
  get: call('GET', '/suppliers/{id}', {
    summary: 'Show a supplier',
    access: can('view_supplier'),
    reply: supplierDetail,
  }),
  create: call('POST', '/suppliers', {
    summary: 'Add a supplier',
    access: can('create_supplier'),
    body: supplierWrite,
    reply: supplier,
  }),
  update: call('PUT', '/suppliers/{id}', {
    summary: 'Edit a supplier',
    access: can('edit_supplier'),
    body: supplierWrite.extend({ version: version.optional() }),
    reply: supplier,
  }),
  remove: call('DELETE', '/suppliers/{id}', {
    summary: 'Delete a supplier',
    access: can('delete_supplier'),
    reply: done,
  }),
  exportPdf: call('GET', '/suppliers/{id}/export-pdf', {
    summary: 'Download a supplier’s report as a PDF',
    access: can('view_supplier'),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 10,
  }),
};

export type Supplier = z.output<typeof supplier>;
export type SupplierTotals = z.output<typeof suppliers.totals.reply>;
export type SupplierRow = z.output<typeof supplierRow>;
export type SupplierChoice = z.output<typeof supplierChoice>;
export type SupplierDetail = z.output<typeof supplierDetail>;
export type SupplierWrite = z.output<typeof supplierWrite>;
export type PurchaseOrderRow = z.output<typeof purchaseOrderRow>;
export type TransactionRow = z.output<typeof transactionRow>;
