import * as z from 'zod';
import { id, optionalText, requiredText } from '../kernel/fields';
import { positiveAmount } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';
import { vatNumberText } from '../kernel/vat-number';
import { drawerAmount as amount } from './counted-money';

/** Drops go to the safe. Paid in comes from the safe when no account is named; paid out names what it was for. */
export const cashMovementWrite = z.strictObject({
  kind: z.enum(['paid_in', 'paid_out', 'drop'], 'Choose paid in, paid out or drop.'),
  amount: positiveAmount,
  account_code: z
    .string()
    .regex(/^\d{4}$/, 'Choose an account.')
    .nullish(),
  /** Paid out for an expense category that nothing has been posted to yet, in place of its account. */
  category_id: id.nullish(),
  /** Of what is paid out by a firm that is registered: how much of the amount is VAT (rules V4, V18). */
  vat_code: vatCode.nullish(),
  /** As printed; left out: what the rate makes of the amount. */
  vat: amount.nullish(),
  /** The number of the receipt or invoice, and the seller's VAT number: without both no VAT comes back. */
  reference: optionalText('Receipt number', 60),
  vat_number: vatNumberText,
  reason: requiredText('Reason', 200),
});
export type CashMovementWrite = z.output<typeof cashMovementWrite>;

/** List the accounts cash can be paid in from or paid out for. */
export const cashAccounts = z.object({
  data: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      for: z.enum(['paid_in', 'paid_out']),
      /** An expense category that has no account before something is posted to it; its code is empty. */
      category_id: id.nullable(),
    }),
  ),
  /** What can be chosen for what is paid out; nothing while the firm is not registered for VAT. */
  vat_rates: z.array(z.object({ code: vatCode, rate: percentage })),
});
