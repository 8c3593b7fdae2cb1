import * as z from 'zod';

/** What is made of a line of a sales history. */
export const historyTreatment = z.enum(
  ['sale', 'charge', 'given', 'found', 'write_off', 'return', 'credit', 'account'],
  'Choose a treatment.',
);
export type HistoryTreatment = z.infer<typeof historyTreatment>;
export const historyTreatmentNames: Readonly<Record<HistoryTreatment, string>> = {
  sale: 'Sold',
  charge: 'Charged: postage, carriage and the like',
  given: 'Given away with a sale',
  found: 'Stock found',
  write_off: 'Stock written off',
  return: 'Returned, with its original sale',
  credit: 'Credited without an original sale',
  account: 'To an account: a fee, a bad debt or an adjustment',
};

/** Why a line of a sales history is not posted. */
export const historyReason = z.enum(
  [
    'no_original',
    'own_cost',
    'part_penny',
    'voucher',
    'wrong_sign',
    'not_stocked',
    'locked',
    'ahead',
    'other_contents',
    'original_missing',
    'refused',
    'unreadable',
    'left_out',
    'code_listed',
    'needs_account',
    'skipped',
  ],
  'Choose a reason.',
);
export type HistoryReason = z.infer<typeof historyReason>;
export const historyReasonNames: Readonly<Record<HistoryReason, string>> = {
  no_original: 'No original sale: HMRC treats it as buying goods (V13)',
  own_cost: 'A fee that was charged to us: a cost, not a sale',
  part_penny: 'A price with parts of a penny (M3)',
  voucher: 'A voucher: money held for somebody, not a sale (V15)',
  wrong_sign: 'Quantity or price has the wrong sign for its document',
  not_stocked: 'A stock change of something that is not kept in stock',
  locked: 'In a period that is locked or filed (D5, D7)',
  ahead: 'Dated after today (D6)',
  other_contents: 'The number was imported before, with other lines',
  original_missing: 'Its original sale was not posted, or has been refunded since',
  refused: 'Refused when it was posted',
  unreadable: 'Not readable',
  left_out: 'Left out by hand',
  code_listed: 'A code that is listed to be decided',
  needs_account: 'An adjustment whose account is not chosen',
  skipped: 'Skipped: nothing is posted',
};

/** How what was sold is taken to be paid. Cash is left out: it belongs to the session of a drawer (rule T1). */
export const historyPaidBy = z.enum(
  ['credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'account'],
  'Choose how the sales were paid.',
);
export type HistoryPaidBy = z.infer<typeof historyPaidBy>;

/** What the prices of the file are: net of VAT, with VAT, or without any. */
export const historyPrices = z.enum(['exclusive', 'inclusive', 'no_vat'], 'Choose what the prices are.');
export type HistoryPrices = z.infer<typeof historyPrices>;
