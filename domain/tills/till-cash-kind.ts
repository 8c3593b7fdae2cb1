import * as z from 'zod';

/** Why money came into a drawer or went out of it. */
export const tillCashKind = z.enum(
  ['float', 'sale', 'refund', 'receipt', 'payout', 'paid_in', 'paid_out', 'drop', 'difference', 'emptied'],
  'Choose a kind.',
);
export type TillCashKind = z.infer<typeof tillCashKind>;

/** The words people read. */
export const tillCashKindNames: Readonly<Record<TillCashKind, string>> = {
  float: 'Opening float',
  sale: 'Sale',
  refund: 'Refund',
  receipt: 'Customer payment',
  payout: 'Customer pay-out',
  paid_in: 'Paid in',
  paid_out: 'Paid out',
  drop: 'Dropped to safe',
  difference: 'Count variance',
  emptied: 'Moved to safe at close',
};
