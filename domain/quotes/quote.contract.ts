import * as z from 'zod';
import { documentMail, mailDraft } from '../emails/document-mail';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { chosenId, id, idsFilter, optionalText, version } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { quantity } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';
import { ruleResult } from '../kernel/rule-result-reply';
import { approvals, clientId } from '../approvals/sent-approvals';
import { detailFields, hasOneDiscount, oneDiscount, pricedFields } from '../sales/basket.contract';
import { relatedSale } from '../sales/related-sale';
import { priceMode } from '../sales/sale-state';
import { quoteState } from './quote-state';

const quoteFields = {
  client_id: clientId,
  /** A quote is always for a named customer. */
  customer_id: chosenId('Choose a customer.'),
  ...pricedFields,
  ...detailFields,
  approvals,
  /** The last valid date; 30 days ahead by default. */
  valid_until: enteredDate.optional(),
};
const edited = { version: version.optional() };
const quoteWrite = z.strictObject(quoteFields).refine(hasOneDiscount, oneDiscount);
const quoteRevise = z.strictObject({ ...quoteFields, ...edited }).refine(hasOneDiscount, oneDiscount);

const numbered = z.object({ id, number: z.string() });
const rowFields = {
  id,
  number: z.string(),
  revision: z.int(),
  quoted_on: calendarDate,
  valid_until: calendarDate,
  state: quoteState,
  customer: z.object({ id, name: z.string() }),
  customer_reference: z.string().nullable(),
  gross: money,
  quoted_by: z.string(),
  /** The sale it became. */
  sale: numbered.nullable(),
};
const quoteRow = z.object(rowFields);

const amounts = { net: money, vat: money, gross: money };

const quoteLine = z.object({
  line_number: z.int(),
  /** With the VAT code of today. */
  product: z.object({ id, sku: z.string(), vat_code: vatCode.optional() }),
  description: z.string(),
  unit: z.string(),
  quantity,
  list_price: money,
  unit_price: money,
  price_reason: z.string().nullable(),
  has_typed_price: z.boolean(),
  has_typed_discount: z.boolean(),
  amount: money,
  line_discount: money,
  discount_reason: z.string().nullable(),
  cart_discount: money,
  vat_code: vatCode,
  vat_percent: percentage,
  ...amounts,
  note: z.string().nullable(),
});

const quoteDetail = z.object({
  ...rowFields,
  ...amounts,
  version,
  price_mode: priceMode,
  customer_address: z.string().nullable(),
  customer_vat_number: z.string().nullable(),
  customer_email: z.string().nullable(),
  seller: z.object({ name: z.string(), lines: z.array(z.string()), vat_number: z.string().nullable() }),
  line_discounts: money,
  cart_discount: money,
  discount_reason: z.string().nullable(),
  delivery_address: z.string().nullable(),
  delivery_country: z.string(),
  notes: z.string().nullable(),
  lines: z.array(quoteLine),
  by_rate: z.array(z.object({ vat_code: vatCode, vat_percent: percentage, ...amounts })),
  /** The newest revision first. */
  revisions: z.array(
    z.object({
      revision: z.int(),
      valid_until: calendarDate,
      lines: z.int(),
      gross: money,
      saved_by: z.string(),
      saved_at: instant,
    }),
  ),
  can: z.object({
    send: ruleResult,
    accept: ruleResult,
    decline: ruleResult,
    reopen: ruleResult,
    confirm: ruleResult,
    revise: ruleResult,
    invoice: ruleResult,
  }),
});

/** On its own page: with the sale it became, for users who may see that. */
const quoteShown = quoteDetail.extend({ invoice: relatedSale.nullable() });

/** A quote compared with prices on the requested date. */
const priceComparison = z.object({
  date: calendarDate,
  /** The basket of the revision, for which its prices and discounts are approved. */
  client_id: clientId,
  /** Why it cannot be priced: a product no longer exists. */
  problem: z.string().nullable(),
  quoted: money,
  today: money,
  lines: z.array(
    z.object({
      line_number: z.int(),
      description: z.string(),
      quantity,
      unit: z.string(),
      quoted_price: money,
      today_price: money,
      /** Including VAT, after all discounts. */
      quoted: money,
      today: money,
    }),
  ),
});

/** Users who can sell at the desk can quote, and users who can view sales can view quotes. */
export const quoteAccess = can('view_pos', 'edit_sale');
const readAccess = canAny('view_sale', 'edit_sale');

const step = <const Path extends string>(path: Path, summary: string) =>
  call('POST', path, {
    summary,
    access: quoteAccess,
    body: z.strictObject({ ...edited, reason: optionalText('Reason', 200) }),
    reply: quoteDetail,
  });

const listed = listCalls('/quotes', {
  summary: 'List quotes',
  access: readAccess,
  exportAccess: can('view_sale', 'export_data'),
  listing: {
    sort: ['quoted_on', 'number', 'valid_until', 'gross'],
    defaultSort: { by: 'quoted_on', order: 'desc' },
    filters: {
      state: severalOf(quoteState),
      customer_id: severalIds('customers'),
      from: calendarDate,
      to: calendarDate,
      ids: idsFilter,
    },
  },
  row: quoteRow,
});

export const quotes = {
  ...listed,
  totals: call('GET', '/quotes/totals', {
    summary: 'Total a list of quotes',
    access: readAccess,
    query: listed.list.query,
    reply: z.object({ gross: money }),
  }),
  get: call('GET', '/quotes/{id}', { summary: 'Show a quote', access: readAccess, reply: quoteShown }),
  prices: call('GET', '/quotes/{id}/prices', {
    summary: 'Compare a quote with today’s prices',
    access: readAccess,
    reply: priceComparison,
  }),
  pdf: call('GET', '/quotes/{id}/pdf', {
    summary: 'Download a quote as a PDF',
    access: readAccess,
    query: z.strictObject({
      /** An earlier revision; the current one by default. */
      revision: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Must be a positive whole number.')
        .optional(),
    }),
    reply: z.unknown(),
    replyKind: 'file',
    inBackground: true,
    perMinute: 60,
  }),
  create: call('POST', '/quotes', {
    summary: 'Save a basket as a quote. It takes no stock and posts nothing',
    access: quoteAccess,
    body: quoteWrite,
    reply: quoteDetail,
  }),
  revise: call('POST', '/quotes/{id}/revise', {
    summary: 'Save a new revision of a quote. Earlier revisions are kept',
    access: quoteAccess,
    body: quoteRevise,
    reply: quoteDetail,
  }),
  email: call('POST', '/quotes/{id}/email', {
    summary: 'Email a quote with its PDF',
    access: quoteAccess,
    body: z.strictObject(documentMail),
    reply: z.object({ success: z.boolean(), message: z.string() }),
    perMinute: 60,
  }),
  emailDraft: call('GET', '/quotes/{id}/email', {
    summary: 'Preview the email for a quote',
    access: quoteAccess,
    reply: mailDraft,
  }),
  accept: step('/quotes/{id}/accept', 'Mark a quote as accepted'),
  decline: step('/quotes/{id}/decline', 'Mark a quote as declined'),
  reopen: step('/quotes/{id}/reopen', 'Reopen an accepted or declined quote'),
  confirm: call('POST', '/quotes/{id}/confirm', {
    summary: 'Confirm the prices of an expired quote and extend it',
    access: quoteAccess,
    body: z.strictObject({
      ...edited,
      valid_until: enteredDate.optional(),
      /** Today's total as shown, so that users only confirm what they have seen. */
      expected_total: money,
      /** Given for the basket of the comparison. */
      approvals,
    }),
    reply: quoteDetail,
  }),
};

export type QuoteWrite = z.output<typeof quoteWrite>;
export type QuoteRow = z.output<typeof quoteRow>;
export type QuoteShown = z.output<typeof quoteShown>;
export type QuoteDetail = z.output<typeof quoteDetail>;
export type QuoteLine = z.output<typeof quoteLine>;
export type PriceComparison = z.output<typeof priceComparison>;
