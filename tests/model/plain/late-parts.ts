import type { Whole } from './arithmetic';

/** A late cost of a receipt line of `quantity` units. */
export type Late = {
  readonly product: number;
  readonly receipt: object;
  readonly quantity: Whole;
  readonly amount: Whole;
};

/** The part of it added to stock, and for how many units (rules I11, I15). */
export type Put = Late & { readonly claim: Whole; readonly share: Whole };

/** What a reversal took off stock, until the product moves again (rule I15). */
export type TakenBack = Put & { readonly moves: number; isPutBack: boolean };
