import * as z from 'zod';
import { countsIn, profitPart, profitPartNames } from './profit-parts';

/** A part of the ledger behind a figure: a part of the profit and loss, or a group of accounts. */
export const ledgerPart = z.enum([...profitPart.options, 'cash', 'vat'], 'Choose a part of the ledger.');
export type LedgerPart = z.output<typeof ledgerPart>;

export const ledgerPartNames: Readonly<Record<LedgerPart, string>> = {
  ...profitPartNames,
  cash: 'Cash',
  vat: 'VAT due so far',
};

/** Accounts that rule R4 totals to one figure. */
export const accountsOfPart = {
  cash: ['1000', '1010'],
  vat: ['2200', '2201'],
} as const satisfies Partial<Record<LedgerPart, readonly string[]>>;

/** Whether postings to an account count in a part. */
export function countsInLedgerPart(
  part: LedgerPart,
  account: { readonly code: string; readonly kind: string },
): boolean {
  if (part === 'cash' || part === 'vat') {
    const codes: readonly string[] = accountsOfPart[part];
    return codes.includes(account.code);
  }
  return countsIn(part, account);
}
