import * as z from 'zod';

/** How a line of a sales history is treated. */
export const historyTreatment = z.enum(
  ['sale', 'charge', 'given', 'found', 'write_off', 'return', 'credit', 'account'],
  'Choose a treatment.',
);
export type HistoryTreatment = z.infer<typeof historyTreatment>;
export const historyTreatmentNames: Readonly<Record<HistoryTreatment, string>> = {
  sale: 'Sold',
  charge: 'Charge, such as postage or carriage',
  given: 'Free with a sale',
  found: 'Stock found',
  write_off: 'Stock written off',
  return: 'Returned against its original sale',
  credit: 'Credited without an original sale',
  account: 'Posted to an account (fee, bad debt or adjustment)',
};

/** Why a line is not posted. */
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
  no_original: 'No original sale, so HMRC treats it as a purchase',
  own_cost: 'A fee charged to you is a cost, not a sale',
  part_penny: 'Price has fractions of a penny',
  voucher: 'A voucher is money held for a customer, not a sale',
  wrong_sign: 'Quantity or price has the wrong sign for this document',
  not_stocked: 'Stock change of a product without stock',
  locked: 'In a locked or filed period',
  ahead: 'Dated in the future',
  other_contents: 'Number already imported with different lines',
  original_missing: 'Original sale not posted, or since refunded',
  refused: 'Refused at posting',
  unreadable: 'Unreadable',
  left_out: 'Skipped by hand',
  code_listed: 'Code still to be decided',
  needs_account: 'Adjustment without an account',
  skipped: 'Skipped, nothing posted',
};

/** The assumed payment method. Cash is not available because it belongs to a till session (rule T1). */
export const historyPaidBy = z.enum(
  ['credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'account'],
  'Choose how the sales were paid.',
);
export type HistoryPaidBy = z.infer<typeof historyPaidBy>;

/** Whether prices are net of VAT, include VAT, or are outside its scope. */
export const historyPrices = z.enum(
  ['exclusive', 'inclusive', 'no_vat'],
  'Choose whether prices include VAT.',
);
export type HistoryPrices = z.infer<typeof historyPrices>;
