import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';
import type { TenderMethod } from '../sales/tender';

/** How a sale may be paid, as far as the shop decides it: cash is always taken, wallet and account are the customer's. */
export const chosenMethod = z.enum(
  ['credit_card', 'bank_transfer', 'cheque', 'upi', 'other'],
  'Choose a method of payment.',
);
export type ChosenMethod = z.infer<typeof chosenMethod>;

const isTaken = z.boolean('Say whether it is taken.');
const needsReference = z.boolean('Say whether it needs a reference.');

/** What is decided about each of them. */
export const paymentRules = z.record(
  chosenMethod,
  z.object({ is_taken: isTaken, needs_reference: needsReference }),
);
export type PaymentRules = z.output<typeof paymentRules>;

/** Until the shop says otherwise everything is taken, and nothing needs a reference. */
export const usualPaymentRules = Object.fromEntries(
  chosenMethod.options.map(method => [method, { is_taken: true, needs_reference: false }]),
) as PaymentRules;

const row = z.object({
  method: z.enum(['cash', ...chosenMethod.options]),
  /** Where its money is in the books (rule L4). */
  account: z.object({ code: z.string(), name: z.string() }),
  is_taken: z.boolean(),
  needs_reference: z.boolean(),
});

const reply = z.object({ data: z.array(row), version });

export const paymentMethods = {
  get: call('GET', '/settings/payment-methods', {
    summary: 'Show how sales may be paid, and where the money is in the books',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/payment-methods', {
    summary: 'Edit how sales may be paid from now on',
    access: can('edit_setting'),
    body: z.strictObject({ methods: paymentRules, version: version.optional() }),
    reply,
  }),
};

export type PaymentMethods = z.output<typeof reply>;

const isChosen = (method: TenderMethod): method is ChosenMethod => chosenMethod.safeParse(method).success;

/** Whether the shop takes a method at all. */
export const takesMethod = (rules: PaymentRules, method: TenderMethod): boolean =>
  !isChosen(method) || rules[method].is_taken;

/** Whether a payment by a method is told by a reference, such as the last four digits of a card. */
export const asksReference = (rules: PaymentRules, method: TenderMethod): boolean =>
  isChosen(method) && rules[method].needs_reference;
