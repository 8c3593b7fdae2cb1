import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, idText } from '../kernel/fields';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { quantity } from '../kernel/quantity';
import { vatCode } from '../kernel/vat';
import { promotionRule } from '../pricing/price-rules';
import { priceMode } from '../sales/sale-state';
import { paymentRules } from '../settings/payment-methods.contract';
import { receiptLayout } from '../settings/receipt-layout.contract';

/**
 * The data a till stores to search, scan and price offline. Rows are arrays, because there are tens of
 * thousands. Cost is never included.
 */
const catalogueProduct = z
  .tuple([
    id,
    z.string(),
    z.string(),
    z.string(),
    id.nullable(),
    vatCode,
    money,
    z.boolean(),
    z.array(z.tuple([z.string(), quantity])),
  ])
  .meta({
    description:
      'ID, SKU, name, unit, category, VAT code, list price, whether the list price includes VAT, barcodes.',
  });

const groupPrice = z.tuple([id, id, money]).meta({ description: 'Product ID, price group ID, unit price.' });
const quantityBreak = z
  .tuple([id, id.nullable(), quantity, money])
  .meta({ description: 'Product ID, price group ID (or null), minimum quantity, unit price.' });

/** A promotion with its categories. The till knows which products they contain. */
const cataloguePromotion = promotionRule.extend({
  category_ids: z.array(id),
  /** The categories of each mix and match group. */
  group_categories: z.array(z.array(id)),
});

/** Data about the catalogue as a whole, sent with the first page. */
const catalogueHead = z.object({
  date: calendarDate,
  /** The number of active products. A till with another number loads everything again. */
  products: z.int(),
  rates: z.array(z.object({ vat_code: vatCode, percent: percentage })),
  groups: z.array(z.object({ id, name: z.string(), percent_off: percentage })),
  categories: z.array(z.object({ id, name: z.string() })),
  /** The names of the units that are counted: quantities of their products are whole numbers. */
  whole_units: z.array(z.string()),
  promotions: z.array(cataloguePromotion),
  /** What the numbers of invoices and credit notes, and of customer payments, begin with: now or earlier (rule V22). */
  number_prefixes: z.object({ sales: z.array(z.string()), payments: z.array(z.string()) }),
  /** The discount on a line or basket that needs no approval. */
  discount_limit: percentage,
  /** The price mode of new baskets at the sales desk. */
  desk_price_mode: priceMode,
  /** The payment methods accepted, and which need a reference. */
  payment: paymentRules,
  /** The receipt layout, with the logo's content address. */
  receipt: receiptLayout.extend({ logo: z.string().nullable() }),
  seller: z.object({ name: z.string(), lines: z.array(z.string()), vat_number: z.string().nullable() }),
});

/** The `as_of` of the last reply; omit it to load everything. */
const changes = {
  since: instant.optional(),
  /** The last id of the previous page. */
  after: idText.optional(),
};
const pageOfChanges = {
  /** Send as `since` next time. */
  as_of: instant,
  /** Rows a till must no longer offer. */
  removed: z.array(id),
  /** Send as `after`; null on the last page. */
  next: id.nullable(),
};

const tillCustomer = z.object({
  id,
  number: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  postcode: z.string().nullable(),
  delivery_address: z.string().nullable(),
  delivery_country: z.string(),
  price_group_id: id.nullable(),
  has_credit: z.boolean(),
  payment_terms_days: z.int(),
});

/** Paid sales of one till session that a device has not sent yet. */
const unsentOfSession = z.strictObject({
  session_id: id.nullable(),
  sales: z.int().positive('Omit sessions with no unsent sales.').max(1_000_000),
  amount: money.refine(pence => pence >= 0, 'Enter an amount of zero or more.'),
  oldest_at: instant,
});

export const pos = {
  /** Reports a device and its unsent sales, and returns its receipt number series (decision 068). */
  checkIn: call('POST', '/pos/check-in', {
    summary: 'Check in a till device: report its unsent sales and get its receipt number series',
    access: can('create_sale'),
    audit: 'none',
    forRevokedDevices: true,
    body: z.strictObject({
      device_id: z.uuid('Send the device ID.'),
      register_id: id.nullable(),
      unsent: z.array(unsentOfSession).max(200, 'Send at most 200 sessions.'),
    }),
    reply: z.object({
      prefix: z.string(),
      last_number: z.int(),
      /** The device as managers named it. */
      name: z.string(),
      /** When the device was revoked: it may only hand in its unsent sales (decision 121). */
      revoked_at: instant.nullable(),
      /** The public key to which the device seals unsent sales. */
      sealing_key: z.string(),
      /** Sealed with the device's sales, so that any signed-in user can hand them over (finding F97). */
      selling_proof: z.string(),
      /** How many days it keeps its data without reaching the server. */
      keep_days: z.int(),
    }),
  }),
  catalogue: call('GET', '/pos/catalogue', {
    summary: 'Get the till catalogue a page at a time, or the changes since the last request',
    access: can('view_pos'),
    query: z.strictObject(changes),
    reply: z.object({
      ...pageOfChanges,
      head: catalogueHead.nullable(),
      /** The server's time: prices follow its date, whatever the clock of the till says. */
      now: instant,
      products: z.array(catalogueProduct),
      group_prices: z.array(groupPrice),
      breaks: z.array(quantityBreak),
    }),
  }),
  stock: call('GET', '/pos/stock', {
    summary:
      'Get stock levels for all products sold at tills, or for those that changed since the last request',
    access: can('view_pos'),
    query: z.strictObject({ since: instant.optional() }),
    reply: z.object({
      /** Send as `since` next time. */
      as_of: instant,
      levels: z.array(
        z.tuple([id, quantity, z.boolean(), z.boolean()]).meta({
          description:
            'Product ID, quantity, whether stock may go below zero, whether overselling can be approved.',
        }),
      ),
    }),
  }),
  customers: call('GET', '/pos/customers', {
    summary: 'Get till customers a page at a time, or the changes since the last request',
    access: can('view_pos', 'view_customer'),
    query: z.strictObject(changes),
    reply: z.object({ ...pageOfChanges, total: z.int(), customers: z.array(tillCustomer) }),
  }),
  account: call('GET', '/pos/customers/{id}/account', {
    summary: 'Get a customer’s balance, credit limit and wallet balance',
    access: can('view_pos', 'view_customer'),
    reply: z.object({
      /** Above zero the customer owes us (rule W1). */
      balance: money,
      credit_limit: money.nullable(),
      /** The amount the wallet can pay (rule W5). */
      wallet: money,
    }),
  }),
};

export type CatalogueProduct = z.output<typeof catalogueProduct>;
export type CatalogueHead = z.output<typeof catalogueHead>;
export type TillCustomer = z.output<typeof tillCustomer>;
