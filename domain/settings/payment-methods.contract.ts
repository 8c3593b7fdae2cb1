import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { optionalText, version } from '../kernel/fields';
import { type TenderMethod, tenderMethodNames } from '../sales/tender';

/** How a till can be paid, in the order in which it offers it until the shop says otherwise. */
export const tillMethod = z.enum(
  ['cash', 'credit_card', 'wallet', 'account', 'bank_transfer', 'cheque', 'upi', 'other'],
  'Choose a payment method.',
);
export type TillMethod = z.infer<typeof tillMethod>;

/** What the shop decides about freely: cash is always taken, wallet and account are the customer's. */
const chosenMethods: ReadonlySet<TillMethod> = new Set([
  'credit_card',
  'bank_transfer',
  'cheque',
  'upi',
  'other',
]);
export const isChosenMethod = (method: TillMethod): boolean => chosenMethods.has(method);

const paymentRule = z.object({
  /** The shop's own word; null for the one of the product. */
  name: z.string().nullable(),
  is_taken: z.boolean(),
  needs_reference: z.boolean(),
  /** Whether goods that come back are paid back by it. */
  is_paid_back: z.boolean(),
  /** Whether the drawer of a till opens for it, where its printer has one. */
  opens_drawer: z.boolean(),
  /** Where it stands among the others at the till. */
  position: z.int(),
});
export type PaymentRule = z.output<typeof paymentRule>;

/** What is decided about each of them. */
export const paymentRules = z.record(tillMethod, paymentRule);
export type PaymentRules = z.output<typeof paymentRules>;

/** Until the shop says otherwise everything but UPI is taken, everything is paid back, nothing needs a reference, and cash opens the drawer. */
export const usualPaymentRules = Object.fromEntries(
  tillMethod.options.map((method, position) => [
    method,
    {
      name: null,
      // Hardly anybody pays so in the UK; a firm that is paid so turns it on.
      is_taken: method !== 'upi',
      needs_reference: false,
      is_paid_back: true,
      opens_drawer: method === 'cash',
      position,
    },
  ]),
) as PaymentRules;

/** Rules that were kept before there were as many of them, with the usual ones for what they do not say. */
export const withUsualRules = (kept: Partial<Record<TillMethod, Partial<PaymentRule>>>): PaymentRules =>
  Object.fromEntries(
    tillMethod.options.map(method => [method, { ...usualPaymentRules[method], ...kept[method] }]),
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
    /** Where its money is from now on; null for a wallet and for what goes on account. */
    account_code: accountCode.nullable(),
  },
  'Enter the payment method.',
);

/** Every method once, in the order of the till; what is not for choosing stays as it is; no two are called alike. */
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
  /** Where its money is in the books (rule L4); null for what stays on the ledger of a customer. */
  account: account.nullable(),
});
const reply = z.object({
  /** In the order of the till. */
  data: z.array(row),
  /** The accounts that the money of a method may be kept in; cash is in the drawers. */
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

/** Whether the shop takes a method at all. */
export const takesMethod = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.is_taken ?? true;

/** Whether a payment by a method is told by a reference, such as the last four digits of a card. */
export const asksReference = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.needs_reference ?? false;

/** Whether goods that come back may be paid back by a method. */
export const paysBack = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.is_paid_back ?? true;

/** Whether a payment by a method has the drawer opened: for what goes into it, or comes out of it. */
export const opensDrawer = (rules: PaymentRules, method: TenderMethod): boolean =>
  ruleOf(rules, method)?.opens_drawer ?? false;

export type TenderNames = Readonly<Record<TenderMethod, string>>;

/** What each method is called: in the shop's own words where it has some. */
export const tenderNamesBy = (rules: PaymentRules): TenderNames => ({
  ...tenderMethodNames,
  ...Object.fromEntries(
    tillMethod.options.map(method => [method, rules[method].name ?? tenderMethodNames[method]]),
  ),
});
