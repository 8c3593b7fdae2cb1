import * as z from 'zod';
import { documentMail, mailDraft } from '../emails/document-mail';
import { can, canAny, canAnyOfBoth } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import {
  id,
  idFilter,
  idsFilter,
  optionalText,
  requiredLongText,
  requiredText,
  version,
} from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';
import { ruleResult } from '../kernel/rule-result-reply';
import { exportEvidence, exportEvidenceWrite } from './export-evidence';
import { paymentReference, recordedReference } from '../payments/payment-reference';
import { tendersOf } from './tenders-write';
import { approvals, clientId } from '../approvals/sent-approvals';
import { detailFields, hasOneDiscount, oneDiscount, pricedFields } from './basket.contract';
import { namedSale } from './related-sale';
import { paymentState, priceMode, saleChannel, saleStatus } from './sale-state';
import { saleCreditNote } from './sale-credit-note';
import { saleLine } from './sale-line';
import { saleReceipt } from './sale-receipt';
import { chargedLine, receiptNumber } from './paid-sale';
import { recordedSealedSale, sealedSaleWrite } from './sealed-sale';
import { refundTenderWrite, refundWrite } from './refund-write';
import { saleExceptionRow } from './sale-exception';
import { tenderMethod } from './tender';

const saleWritten = {
  client_id: clientId,
  channel: z.enum(['till', 'desk'], 'Choose a channel.'),
  /** The till session that takes the money; required for cash (rule T1). */
  session_id: id.nullish(),
  /** The walk-in customer by default. */
  customer_id: id.nullish(),
  ...pricedFields,
  /** `account` leaves the amount due; `wallet` uses the customer's credit. A £0.00 sale has no payments. */
  tenders: tendersOf(paymentReference),
  ...detailFields,
  business_date: enteredDate.optional(),
  date_reason: optionalText('Reason', 300),
  /** The till's clock, for an offline sale. */
  sold_at: instant.optional(),
  was_offline: z.boolean().default(false),
  approvals,
  /** The held sale this completes. */
  held_basket_id: id.nullish(),
  /** The quote being invoiced. What it agreed needs no further approval. */
  quote_id: id.nullish(),
  /** The revision of the quote that the basket was made from; a later one is not invoiced unseen. */
  quote_revision: z.int().positive().optional(),
  /** The device, and the number printed on its receipt (decision 068). */
  device_id: z.uuid('Send the device ID.').optional(),
  receipt_number: receiptNumber.optional(),
};
export const saleWrite = z.strictObject(saleWritten).refine(hasOneDiscount, oneDiscount);

/** A sale paid at a till, as printed on its receipt (decision 067). */
const paidSaleWrite = z
  .strictObject({
    ...saleWritten,
    expected_total: enteredMoney,
    tenders: tendersOf(recordedReference),
    /** The charge per line. Without it the server uses the day's prices and compares the total. */
    charged: z.array(chargedLine).min(1).max(500).optional(),
    /** The cashier, when someone else sends the sale. */
    sold_by: id.nullish(),
    /** The till's clock when sending, to check `sold_at` against. */
    sent_at: instant.optional(),
  })
  .refine(hasOneDiscount, oneDiscount)
  .refine(({ charged, lines }) => charged === undefined || charged.length === lines.length, {
    message: 'Send the amount charged for each line.',
    path: ['charged'],
  });

const saleFields = {
  id,
  number: z.string(),
  business_date: calendarDate,
  due_on: calendarDate,
  channel: saleChannel,
  status: saleStatus,
  /** Null for a cancelled or undone sale: nothing is paid, or to be paid. */
  payment_state: paymentState.nullable(),
  customer: z.object({ id, name: z.string(), is_walk_in: z.boolean() }),
  net: money,
  vat: money,
  gross: money,
  refunded: money,
  /** The balance due today. */
  outstanding: money,
  sold_by: z.string(),
  sold_at: instant,
};
const saleRow = z.object(saleFields);

const saleDetail = z.object({
  ...saleFields,
  version,
  client_id: z.uuid(),
  price_mode: priceMode,
  tax_point: calendarDate,
  customer_address: z.string().nullable(),
  customer_vat_number: z.string().nullable(),
  customer_email: z.string().nullable(),
  seller: z.object({ name: z.string(), lines: z.array(z.string()), vat_number: z.string().nullable() }),
  register: z.object({ session_id: id, name: z.string() }).nullable(),
  line_discounts: money,
  cart_discount: money,
  discount_reason: z.string().nullable(),
  on_account: money,
  change: money,
  customer_reference: z.string().nullable(),
  delivery_address: z.string().nullable(),
  /** The country of delivery; abroad it is an export (rule V28). */
  delivery_country: z.string(),
  notes: z.string().nullable(),
  replaces: namedSale.nullable(),
  replaced_by: namedSale.nullable(),
  /** The quote it was made from, for users who may see it. */
  quote: z.object({ id, number: z.string(), quoted_on: calendarDate, gross: money }).nullable(),
  was_offline: z.boolean(),
  /** The receipt number, if the till printed one of its own series. */
  receipt_number: z.string().nullable(),
  sent_by: z.string().nullable(),
  /** The till's own clock, when the server corrected the time. */
  till_time: instant.nullable(),
  /** The exceptions of a paid till sale, for users who review them. */
  exceptions: z.array(saleExceptionRow),
  recorded_at: instant,
  journal_id: id.nullable(),
  lines: z.array(saleLine),
  tenders: z.array(
    z.object({
      method: tenderMethod,
      tendered: money,
      applied: money,
      /** The amount still refundable to the same method (rule T5). */
      refundable: money,
      /** What an exchange carries over of money from the wallet, which is refunded to it (rule W10). */
      from_wallet: money,
      reference: z.string().nullable(),
    }),
  ),
  by_rate: z.array(
    z.object({ vat_code: vatCode, vat_percent: percentage, net: money, vat: money, gross: money }),
  ),
  credit_notes: z.array(saleCreditNote),
  /** Proof of export (rule V28). */
  export_evidence: z.array(exportEvidence),
  /** The name on the full invoice of a walk-in sale (rules V19, V20); null until one is requested. */
  invoice_to: z.object({ name: z.string(), address: z.string() }).nullable(),
  receipts: z.array(saleReceipt),
  can: z.object({ refund: ruleResult, cancel: ruleResult, edit: ruleResult, pay: ruleResult }),
});

const readAccess = canAny('view_sale', 'view_pos');
// Read-only users cannot send, and no one can send what they may not see. Another address also needs
// `create_email`.
export const saleSenders = [
  'create_sale',
  'edit_sale',
  'refund_sale',
  'create_payment',
  'create_email',
] as const;
const emailAccess = canAnyOfBoth(saleSenders, ['view_sale', 'view_pos']);

const listed = listCalls('/sales', {
  summary: 'List sales and invoices',
  access: canAny('view_sale', 'view_dashboard'),
  exportAccess: can('view_sale', 'export_data'),
  listing: {
    sort: ['business_date', 'number', 'gross', 'due_on'],
    defaultSort: { by: 'business_date', order: 'desc' },
    filters: {
      status: severalOf(saleStatus),
      payment_state: severalOf(paymentState),
      channel: severalOf(saleChannel),
      customer_id: severalIds('customers'),
      session_id: idFilter,
      product_id: severalIds('products'),
      from: calendarDate,
      to: calendarDate,
      ids: idsFilter,
    },
  },
  row: saleRow,
});

export const sales = {
  ...listed,
  totals: call('GET', '/sales/totals', {
    summary: 'Total a list of sales. Cancelled ones are only included on request',
    access: canAny('view_sale', 'view_dashboard'),
    query: listed.list.query,
    reply: z.object({ net: money, vat: money, gross: money, refunded: money, outstanding: money }),
  }),
  find: call('GET', '/sales/find', {
    summary: 'Find a sale by its number or receipt number',
    access: readAccess,
    query: z.strictObject({ number: requiredText('Number', 40) }),
    reply: saleDetail,
  }),
  get: call('GET', '/sales/{id}', { summary: 'Show a sale', access: readAccess, reply: saleDetail }),
  pdf: call('GET', '/sales/{id}/pdf', {
    summary: 'Download a sale as a receipt or an invoice',
    access: readAccess,
    query: z.strictObject({
      paper: z.enum(['80mm', 'a4'], 'Choose a paper size.').default('a4'),
      /** A reprint, marked COPY. */
      copy: z.enum(['yes']).optional(),
      /** Without prices, for the recipient of a gift. */
      gift: z.enum(['yes']).optional(),
    }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 60,
  }),
  creditNotePdf: call('GET', '/sales/{id}/credit-notes/{credit_note_id}/pdf', {
    summary: 'Download a credit note as a PDF',
    access: readAccess,
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 60,
  }),
  addEvidence: call('POST', '/sales/{id}/export-evidence', {
    summary: 'Record proof that exported goods left the UK',
    access: can('edit_sale'),
    body: exportEvidenceWrite,
    reply: saleDetail,
  }),
  addressInvoice: call('POST', '/sales/{id}/invoice-address', {
    summary: 'Set the name and address on a sale’s invoice',
    access: canAny('create_sale', 'edit_sale'),
    body: z.strictObject({ name: requiredText('Name', 120), address: requiredLongText('Address', 500) }),
    reply: saleDetail,
  }),
  email: call('POST', '/sales/{id}/email', {
    summary: 'Email a sale as a receipt or an invoice',
    access: emailAccess,
    body: z.strictObject(documentMail),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 60,
  }),
  emailDraft: call('GET', '/sales/{id}/email', {
    summary: 'Preview the email for a sale',
    access: emailAccess,
    reply: mailDraft,
  }),
  complete: call('POST', '/sales', {
    summary: 'Complete a sale. Posts its VAT, stock, cost, ledger entries and tenders together',
    access: can('create_sale'),
    body: saleWrite,
    reply: saleDetail,
  }),
  /** Only malformed data is refused: anything that does not add up is kept for a manager to resolve. */
  recordPaid: call('POST', '/sales/paid', {
    summary: 'Record a sale already paid at a till',
    access: can('create_sale'),
    forRevokedDevices: true,
    body: paidSaleWrite,
    reply: z.object({
      sale: saleDetail.nullable(),
      /** Why it could not be posted yet. It is on the server and listed for a manager. */
      kept: z.string().nullable(),
    }),
  }),
  /** The same sale, sealed on a device that no longer has the sale itself (decision 121). */
  recordSealed: call('POST', '/sales/sealed', {
    summary: 'Record a paid sale that a till sealed to this server',
    // A user who may not sell hands over only what was sealed while one who may was signed in (finding F97).
    access: 'signed-in',
    forRevokedDevices: true,
    body: sealedSaleWrite,
    reply: recordedSealedSale,
  }),
  refund: call('POST', '/sales/{id}/refunds', {
    summary: 'Refund lines of a sale with a credit note',
    // A cashier may refund with the approval of a user who has the permission.
    access: canAny('refund_sale', 'create_sale'),
    body: refundWrite,
    reply: saleDetail,
  }),
  cancel: call('POST', '/sales/{id}/cancel', {
    summary: 'Cancel a sale. Credits its remaining amount',
    access: can('void_sale'),
    body: z.strictObject({
      client_id: clientId,
      session_id: id.nullish(),
      reason: requiredText('Reason', 200),
      approvals,
    }),
    reply: saleDetail,
  }),
  replace: call('POST', '/sales/{id}/replace', {
    summary: 'Edit a completed sale. Cancels it and replaces it with a new sale',
    access: can('edit_sale'),
    body: z.strictObject({
      reason: requiredText('Reason', 200),
      version: version.optional(),
      /** The balance due when the edit was begun. With it, a payment received meanwhile is not overlooked. */
      outstanding: money.optional(),
      /** The new sale. Payments of the old one count towards it; tenders pay the difference. */
      sale: saleWrite,
      /** How a reduction is refunded. */
      refund_tenders: z.array(refundTenderWrite).max(20).default([]),
    }),
    reply: saleDetail,
  }),
  exchange: call('POST', '/sales/{id}/exchange', {
    summary: 'Exchange goods. Refunds the returned goods, sells others and settles the difference',
    access: can('create_sale'),
    body: z.strictObject({ refund: refundWrite, sale: saleWrite }),
    reply: z.object({ credit_note_number: z.string(), sale: saleDetail }),
  }),
};

export type SaleWrite = z.output<typeof saleWrite>;
export type PaidSaleWrite = z.output<typeof paidSaleWrite>;
export type RefundWrite = z.output<typeof refundWrite>;
export type SaleTotals = z.output<typeof sales.totals.reply>;
export type SaleRow = z.output<typeof saleRow>;
export type SaleDetail = z.output<typeof saleDetail>;
export type SaleLine = z.output<typeof saleLine>;
