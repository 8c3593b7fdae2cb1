import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { optionalText, version } from '../kernel/fields';
import { chosenMethod, type TenderMethod, tenderMethodNames } from '../sales/tender';

/** The payment methods of a till, in default order. */
export const tillMethod = z.enum(
  ['cash', 'credit_card', 'wallet', 'account', 'bank_transfer', 'cheque', 'upi', 'other'],
  'Choose a payment method.',
);
export type TillMethod = z.infer<typeof tillMethod>;

const chosenMethods: ReadonlySet<TillMethod> = new Set(chosenMethod.options);
/** Whether its settings are free. */
export const isChosenMethod = (method: TillMethod): boolean => chosenMethods.has(method);

const paymentRule = z.object({
  /** The company's own name; null for the default. */
  name: z.string().nullable(),
  is_taken: z.boolean(),
  needs_reference: z.boolean(),
  /** Whether it can be used for refunds. */
  is_paid_back: z.boolean(),
  /** Whether it opens the cash drawer. */
  opens_drawer: z.boolean(),
  /** The position at the till. */
  position: z.int(),
});
export type PaymentRule = z.output<typeof paymentRule>;

/** The settings of each method. */
export const paymentRules = z.record(tillMethod, paymentRule);
export type PaymentRules = z.output<typeof paymentRules>;

/**
 * By default all methods but UPI are available, all can be used for refunds, none needs a reference, and cash
 * opens the drawer.
 */
export const defaultPaymentRules = Object.fromEntries(
  tillMethod.options.map((method, position) => [
    method,
    {
      name: null,
      // UPI is rare in the UK, so it is off by default.
      is_taken: method !== 'upi',
      needs_reference: false,
      is_paid_back: true,
      opens_drawer: method === 'cash',
      position,
    },
  ]),
) as PaymentRules;

/** Completes rules saved by earlier versions with the defaults. */
export const withDefaultRules = (stored: Partial<Record<TillMethod, Partial<PaymentRule>>>): PaymentRules =>
  Object.fromEntries(
    tillMethod.options.map(method => [method, { ...defaultPaymentRules[method], ...stored[method] }]),
  ) as PaymentRules;

const accountCode = z.string('Choose an account.').regex(/^\d{4}$/, 'Choose an account.');
const written = z.strictObject(
  {
    method: tillMethod,
    name: optionalText('Name', 30),
    is_taken: z.boolean('Choose whether it is available.'),
    needs_reference: z.boolean('Choose whether it needs a reference.'),
    is_paid_back: z.boolean('Choose whether it can be used for refunds.'),
    opens_drawer: z.boolean('Choose whether it opens the drawer.'),
    /** The account for new payments; null for wallet and on account. */
    account_code: accountCode.nullable(),
  },
  'Enter the payment method.',
);

/** All methods once, in till order, with distinct names. Fixed settings stay as they are. */
const writtenMethods = z.array(written, 'Enter the payment methods.').check(({ value, issues }) => {
  const refuse = (message: string, ...path: (string | number)[]) =>
    void issues.push({ code: 'custom', message, path, input: value });
  const methods = new Set(value.map(({ method }) => method));
  if (value.length !== tillMethod.options.length || methods.size !== value.length)
    return refuse('Send each payment method once.');
  const names = new Set<string>();
  for (const [index, { method, name, is_taken, needs_reference, is_paid_back }] of value.entries()) {
    const word = (name ?? tenderMethodNames[method]).toLowerCase();
    if (names.has(word)) refuse('Another payment method has this name. Choose another name.', index, 'name');
    names.add(word);
    if (isChosenMethod(method)) continue;
    const fixed = `${tenderMethodNames[method]} is always available for payments and refunds, without a reference.`;
    if (!is_taken) refuse(fixed, index, 'is_taken');
    if (needs_reference) refuse(fixed, index, 'needs_reference');
    if (!is_paid_back) refuse(fixed, index, 'is_paid_back');
  }
});

const account = z.object({ code: z.string(), name: z.string() });
const row = paymentRule.omit({ position: true }).extend({
  method: tillMethod,
  /** The account in the books (rule L4); null for what stays on the customer's ledger. */
  account: account.nullable(),
});
const reply = z.object({
  /** In till order. */
  data: z.array(row),
  /** The accounts that a method can use. Cash is in the drawers. */
  accounts: z.array(account),
  version,
});

export const paymentMethods = {
  get: call('GET', '/settings/payment-methods', {
    summary: 'List the payment methods of tills and their accounts',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/payment-methods', {
    summary: 'Edit the payment methods of tills and their accounts',
    access: can('edit_setting'),
    body: z.strictObject({ methods: writtenMethods, version: version.optional() }),
    reply,
  }),
};
export type PaymentMethods = z.output<typeof reply>;

const ruleOf = (rules: PaymentRules, method: TenderMethod): PaymentRule | undefined =>
  method === 'exchange' ? undefined : rules[method];

/** Whether a method is available. */
export const acceptsMethod = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.is_taken ?? true;

/** Whether a payment needs a reference, such as the last four digits of a card. */
export const needsReference = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.needs_reference ?? false;

/** Whether a method can be used for refunds. */
export const acceptsRefunds = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.is_paid_back ?? true;

/** Whether a payment opens the drawer. */
export const opensDrawer = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.opens_drawer ?? false;

export type TenderNames = Readonly<Record<TenderMethod, string>>;

/** The name of each method: the company's own, or the default. */
export const tenderNamesBy = (rules: PaymentRules): TenderNames => ({
  ...tenderMethodNames,
  ...Object.fromEntries(
    tillMethod.options.map(method => [method, rules[method].name ?? tenderMethodNames[method]]),
  ),
});
