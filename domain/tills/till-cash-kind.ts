import * as z from 'zod';

/** Why cash went into or out of a drawer. */
export const tillCashKind = z.enum(
  ['float', 'sale', 'refund', 'receipt', 'payout', 'paid_in', 'paid_out', 'drop', 'difference', 'emptied'],
  'Choose a kind.',
);
export type TillCashKind = z.infer<typeof tillCashKind>;

/** The displayed names; of a reversal, see `tillCashName`. */
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

/** What a movement is called: one in the other direction that undoes an error says so. */
export const tillCashName = ({
  kind,
  reverses_id,
}: {
  readonly kind: TillCashKind;
  readonly reverses_id: number | null;
}): string => (reverses_id === null ? tillCashKindNames[kind] : `${tillCashKindNames[kind]} (reversal)`);
