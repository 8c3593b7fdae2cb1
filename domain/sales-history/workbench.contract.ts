import * as z from 'zod';
import { historyReason } from './treatment';

const reasons = z.array(historyReason).max(20, 'Choose at most 20 reasons.');
const search = z.string('Enter text.').trim().max(100, 'Enter at most 100 characters.');

/** The lines to settle: by row, or all that match. */
export const workbenchFilter = z.strictObject({
  rows: z
    .array(z.int('Enter row numbers.').positive())
    .min(1)
    .max(500, 'Choose at most 500 rows.')
    .optional(),
  reasons: reasons.optional(),
  /** Searches code, description and document number. */
  search: search.optional(),
});
export type WorkbenchFilter = z.output<typeof workbenchFilter>;

const note = z
  .string('Enter a reason.')
  .trim()
  .min(1, 'Enter a reason.')
  .max(500, 'Enter at most 500 characters.')
  .refine(
    text => !text.includes('\u0000') && text.isWellFormed(),
    'Remove the characters that cannot be printed.',
  );

/** How lines are settled. */
export const settleChoice = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('credit'),
    filter: workbenchFilter,
    /** Whether the VAT of the sale is reclaimed too (rule V13). */
    vat: z.enum(['as_sold', 'none'], 'Choose whether VAT is reclaimed.'),
  }),
  z.strictObject({
    action: z.literal('account'),
    filter: workbenchFilter,
    account: z.string('Choose an account.').regex(/^\d{4}$/, 'Enter an account code of four digits.'),
  }),
  z.strictObject({ action: z.literal('skip'), filter: workbenchFilter, note }),
]);
export type SettleChoice = z.output<typeof settleChoice>;

export const settleReply = z.object({
  /** The lines settled by this call, at most 200. */
  settled: z.int(),
  /** The lines still to settle: call again. */
  remaining: z.int(),
  amount: z.string(),
});
export type SettleReply = z.output<typeof settleReply>;

export const undoSettled = z.strictObject({
  rows: z
    .array(z.int('Enter row numbers.').positive())
    .min(1, 'Choose a row.')
    .max(500, 'Choose at most 500 rows.'),
  reason: note,
});

/** A settled line. */
export const settledLine = z.object({
  row_number: z.int(),
  number: z.string(),
  sku: z.string(),
  description: z.string(),
  amount: z.string(),
  listed_reason: historyReason,
  action: z.enum(['credit', 'account', 'skip']),
  /** The credit note number, or the account. */
  posted_to: z.string().nullable(),
  journal_link: z.string().nullable(),
  settled_by: z.string(),
  settled_at: z.iso.datetime(),
});
export type SettledLine = z.output<typeof settledLine>;
