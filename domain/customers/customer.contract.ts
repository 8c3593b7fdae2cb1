import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { chosenId, id, idsFilter, idText, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds, severalOf, severalWords } from '../kernel/list-query';
import { enteredMoney, money, type Pence } from '../kernel/money';
import { consent, customerKind, customerState, enteredFields, refuseContradictions } from './customer-fields';

/** A customer as named in links and selects. */
const customerName = z.object({ id, number: z.string(), name: z.string() });

const customer = z.object({
  id,
  /** `C-00012`: the id as displayed. */
  number: z.string(),
  name: z.string(),
  kind: customerKind,
  contact_person: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  billing_address: z.string().nullable(),
  billing_postcode: z.string().nullable(),
  /** The country of the billing address, an ISO 3166-1 code. */
  country: z.string(),
  /** Null: the same as the billing address. */
  delivery_address: z.string().nullable(),
  delivery_postcode: z.string().nullable(),
  delivery_country: z.string().nullable(),
  /** `GB` and nine digits. */
  vat_number: z.string().nullable(),
  tax_number: z.string().nullable(),
  /** Null: list prices. */
  price_group: z.object({ id, name: z.string() }).nullable(),
  payment_terms_days: z.int(),
  /** Null: no credit (rule W7). */
  credit_limit: money.nullable(),
  consent,
  /** When consent was given or withdrawn, and who recorded it. */
  consent_at: instant.nullable(),
  consent_by: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  status: recordStatus,
  /** The customer for sales without a name. */
  is_walk_in: z.boolean(),
  merged_into: customerName.nullable(),
  erased_at: instant.nullable(),
  erased_reason: z.string().nullable(),
  version,
  created_at: instant,
  updated_at: instant,
});

/** In lists also balances, with `view_ledger`. */
const customerRow = customer.extend({
  /** The amount outstanding. */
  owed: money.optional(),
  /** The overdue part. */
  overdue: money.optional(),
  /** Unused credit. */
  wallet: money.optional(),
});

/** Filters by balance. */
export const balanceFilter = z.enum(['owing', 'overdue', 'in_credit'], 'Choose a balance.');
export type BalanceFilter = z.infer<typeof balanceFilter>;
export const balanceFilterNames: Readonly<Record<BalanceFilter, string>> = {
  owing: 'Outstanding',
  overdue: 'Overdue',
  in_credit: 'In credit',
};

const customerDetail = customer.extend({
  /** Customers merged into this one. */
  merged_from: z.array(customerName),
});

/** A credit limit of zero means no credit. */
export const creditLimit = enteredMoney
  .refine(amount => amount >= 0, 'Enter an amount of zero or more.')
  .nullish()
  .overwrite(amount => (amount === (0 as Pence) ? null : amount));

const writeShape = {
  ...enteredFields,
  price_group_id: id.nullish(),
  credit_limit: creditLimit,
  consent: consent.default('not_asked'),
};

export const customerWrite = z.strictObject(writeShape).superRefine(refuseContradictions);
const customerEdit = z
  .strictObject({ ...writeShape, version: version.optional() })
  .superRefine(refuseContradictions);

/** A search typed into a field. Text that the database cannot store matches nothing. */
const typed = z
  .string()
  .max(1000, 'Search for at most 1,000 characters.')
  .default('')
  .transform(text => (text.includes('\u0000') || !text.isWellFormed() ? '' : text.normalize('NFC').trim()));

export const similarity = z.enum(['email', 'phone', 'name_and_postcode']);
export type Similarity = z.infer<typeof similarity>;

const lookAlike = customerName.extend({ status: recordStatus, same: z.array(similarity) });

/** A customer as found by forms and filters. */
const customerChoice = customerName.extend({
  status: recordStatus,
  is_walk_in: z.boolean(),
  email: z.string().nullable(),
  billing_postcode: z.string().nullable(),
});

const listed = listCalls('/customers', {
  summary: 'List customers',
  access: can('view_customer'),
  exportAccess: can('view_customer', 'export_data'),
  exportNeedsConfirmation: true,
  listing: {
    sort: ['name', 'number', 'created_at', 'owed', 'wallet'],
    defaultSort: { by: 'name', order: 'asc' },
    filters: {
      status: severalOf(customerState),
      kind: customerKind,
      tag: severalWords('tags', 40),
      standing: balanceFilter,
      ids: idsFilter,
    },
    protects: [
      {
        needs: 'view_ledger',
        figures: 'what customers owe',
        sort: ['owed', 'wallet'],
        filters: { standing: 'any' },
      },
    ],
  },
  row: customerRow,
});

export const customers = {
  ...listed,
  totals: call('GET', '/customers/totals', {
    summary: 'Total the balances of a list of customers',
    access: can('view_customer', 'view_ledger'),
    query: listed.list.query,
    reply: z.object({ owed: money, overdue: money, wallet: money }),
  }),
  search: call('GET', '/customers/search', {
    summary: 'Find customers for a form or a filter, by name, email, phone, number or postcode',
    access: can('view_customer'),
    query: z.strictObject({
      text: typed,
      /** Finds only these, whatever the text. */
      id: severalIds('customers').optional(),
    }),
    reply: z.object({ data: z.array(customerChoice) }),
  }),
  tags: call('GET', '/customers/tags', {
    summary: 'List customer tags, with the number of customers for each',
    access: canAny('view_customer', 'create_customer', 'edit_customer'),
    reply: z.object({ data: z.array(z.object({ tag: z.string(), customers: z.int() })) }),
  }),
  lookAlikes: call('GET', '/customers/look-alikes', {
    summary: 'Find likely duplicates of the customer being entered',
    access: canAny('create_customer', 'edit_customer'),
    query: z.strictObject({
      name: typed,
      email: typed,
      phone: typed,
      postcode: typed,
      /** The customer being edited. */
      except: idText.optional(),
    }),
    reply: z.object({ data: z.array(lookAlike) }),
  }),
  get: call('GET', '/customers/{id}', {
    summary: 'Show a customer',
    access: canAny('view_customer', 'edit_customer'),
    reply: customerDetail,
  }),
  create: call('POST', '/customers', {
    summary: 'Add a customer',
    access: can('create_customer'),
    body: customerWrite,
    reply: customer,
  }),
  update: call('PUT', '/customers/{id}', {
    summary: 'Edit a customer',
    access: can('edit_customer'),
    body: customerEdit,
    reply: customer,
  }),
  remove: call('DELETE', '/customers/{id}', {
    summary: 'Delete a customer',
    access: can('delete_customer'),
    reply: done,
  }),
  merge: call('POST', '/customers/{id}/merge', {
    summary: 'Merge another customer into this one',
    access: can('edit_customer', 'delete_customer'),
    body: z.strictObject({ other_id: chosenId('Choose the duplicate.'), version: version.optional() }),
    reply: customer,
  }),
  erase: call('POST', '/customers/{id}/erase', {
    summary: 'Permanently erase the personal data of a customer',
    access: can('delete_customer'),
    body: z.strictObject({ reason: requiredText('Reason', 300), version: version.optional() }),
    reply: done,
  }),
  personalData: call('GET', '/customers/{id}/personal-data', {
    summary:
      'Export the personal data held on a customer, as JSON. Ledger, payments and letters, invoices, quotes, emails and history need their own permissions',
    access: can('view_customer', 'export_data'),
    reply: z.unknown(),
    replyKind: 'file',
    needsConfirmation: true,
    perMinute: 20,
  }),
};

export type Customer = z.output<typeof customer>;
export type CustomerTotals = z.output<typeof customers.totals.reply>;
export type CustomerRow = z.output<typeof customerRow>;
export type CustomerName = z.output<typeof customerName>;
export type CustomerDetail = z.output<typeof customerDetail>;
export type CustomerChoice = z.output<typeof customerChoice>;
export type CustomerWrite = z.output<typeof customerWrite>;
export type PossibleDuplicate = z.output<typeof lookAlike>;
