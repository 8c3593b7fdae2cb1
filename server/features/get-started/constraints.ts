import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Why books in use take no sample data. */
export const hasOwnDocuments =
  'Your business has entered documents of its own, so sample data can no longer be added.';

/** Why sample data can no longer be removed, by what the business has done since. */
const removalRefusals = {
  vat_return: 'a VAT return was filed',
  year_end: 'a financial year was closed',
  locked_books: 'the books were locked',
  closed_tills: 'tills were closed on more than two days',
} as const;
export type TradedBy = keyof typeof removalRefusals;
export const removalRefusalOf = (by: TradedBy): string =>
  `The sample data can no longer be removed, because ${removalRefusals[by]} since it was added: the books may hold trade of your own.`;

/** Messages for database constraints on sample data. */
export const sampleDataConstraints: ConstraintWords = {
  sample_data_comes_before_books: hasOwnDocuments,
  sample_data_stays_once_traded:
    'The sample data can no longer be removed, because the books may hold trade of your own.',
  sample_data_waits_for_bulk_emails:
    'Emails are still being sent to many recipients. Add the sample data once they are sent.',
};
