import * as z from 'zod';

/** The status of a stocktake. It is stored as posted when another document reverses it. */
export const countStatus = z.enum(['counting', 'posted', 'reversed', 'cancelled'], 'Choose a status.');
export type CountStatus = z.infer<typeof countStatus>;
export const countStatusNames: Readonly<Record<CountStatus, string>> = {
  counting: 'Counting',
  posted: 'Posted',
  reversed: 'Reversed',
  cancelled: 'Cancelled',
};

/** The scope of a stocktake. */
export const countScope = z.enum(['all', 'category', 'sub_category', 'products'], 'Choose what to count.');
export type CountScope = z.infer<typeof countScope>;
export const countScopeNames: Readonly<Record<CountScope, string>> = {
  all: 'All products',
  category: 'One category',
  sub_category: 'One sub-category',
  products: 'Selected products',
};

/** What happens to uncounted products. */
export const uncountedChoice = z.enum(
  ['leave', 'nothing'],
  'Choose what happens to products that were not counted.',
);
export type UncountedChoice = z.infer<typeof uncountedChoice>;

/** The lines of a stocktake to show. */
export const countLineState = z.enum(
  ['counted', 'not_counted', 'different', 'missing', 'found', 'cost_needed', 'moved'],
  'Choose which lines to show.',
);
export type CountLineState = z.infer<typeof countLineState>;
export const countLineStateNames: Readonly<Record<CountLineState, string>> = {
  counted: 'Counted',
  not_counted: 'Not counted',
  different: 'With a variance',
  missing: 'Missing',
  found: 'Found',
  cost_needed: 'Cost needed',
  moved: 'Moved during scanning',
};

/** Whether a filter reveals variances, which in a blind count only reviewers can see before posting. */
export const revealsVariance = (state: CountLineState | undefined): boolean =>
  state !== undefined && state !== 'counted' && state !== 'not_counted';
