import * as z from 'zod';
import { instant } from '../kernel/dates';
import { id, optionalText, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { ruleResult } from '../kernel/rule-result-reply';
import { vatCode } from '../kernel/vat';
import { vatNumberText } from '../kernel/vat-number';
import { drawerAmount as amount } from './counted-money';
import { tillCashKind } from './till-cash-kind';

/** Drops go to the safe. Cash paid in comes from the safe by default; cash paid out names its purpose. */
export const cashMovementWrite = z.strictObject({
  kind: z.enum(['paid_in', 'paid_out', 'drop'], 'Choose paid in, paid out or drop.'),
  amount: positiveAmount,
  account_code: z
    .string()
    .regex(/^\d{4}$/, 'Choose an account.')
    .nullish(),
  /** The expense category, instead of an account it does not have yet. */
  category_id: id.nullish(),
  /** For VAT-registered companies, the VAT in a payment (rules V4, V18). */
  vat_code: vatCode.nullish(),
  /** As printed; calculated from the rate by default. */
  vat: amount.nullish(),
  /** The receipt number and the supplier's VAT number, both required to reclaim VAT. */
  reference: optionalText('Receipt number', 60),
  vat_number: vatNumberText,
  reason: requiredText('Reason', 200),
  /** The form's own id, which approvals are given for. */
  client_id: z.uuid('Send the ID of the form.').optional(),
  approvals: z.array(z.uuid()).max(50).default([]),
});
export type CashMovementWrite = z.output<typeof cashMovementWrite>;

/** The accounts cash can be paid in from or paid out for. */
export const cashAccounts = z.object({
  data: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      for: z.enum(['paid_in', 'paid_out']),
      /** An expense category without an account yet; its code is empty. */
      category_id: id.nullable(),
    }),
  ),
  /** The VAT options of a payment; none while the company is not registered. */
  vat_rates: z.array(z.object({ code: vatCode, rate: percentage })),
});

/** A cash movement of a session. */
export const cashRow = z.object({
  id,
  kind: tillCashKind,
  /** Positive into the drawer, negative out of it. */
  amount: money,
  document: z.object({ type: z.string(), id, number: z.string().nullable() }),
  /** Only for users who may view the ledger. */
  journal_id: id.nullable(),
  reason: z.string().nullable(),
  recorded_by: z.string(),
  /** Who approved cash paid out above the limit. */
  approved_by: z.string().nullable(),
  recorded_at: instant,
  /** The movement that this one reverses. */
  reverses_id: id.nullable(),
  is_reversed: z.boolean(),
  can: z.object({ reverse: ruleResult }),
});
