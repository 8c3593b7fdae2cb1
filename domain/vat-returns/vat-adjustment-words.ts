import type { AdjustableBox, AdjustmentReason } from './vat-adjustment';

/** When to use each reason, as help in the form. */
export const reasonHelp: Readonly<Record<AdjustmentReason, string>> = {
  bad_debt_relief:
    'Reclaim the VAT on an invoice you have written off. Invoices in this ledger are listed under Bad Debts and Unpaid Bills.',
  unpaid_bills:
    'Repay VAT you reclaimed on a supplier’s bill that is still unpaid after six months. Enter a minus: it reduces box 4. When you pay the bill, reclaim the VAT with a plus.',
  error_correction:
    'Correct a mistake in an earlier return. Only up to HMRC’s limit, and only if the mistake was not careless or deliberate.',
  reverse_charge_domestic:
    'You account for the supplier’s VAT yourself, for example on construction services. The same VAT goes in and out.',
  reverse_charge_abroad:
    'You bought services from a business abroad and account for the VAT yourself. The same VAT goes in and out.',
  postponed_import_vat: 'Take the figures from your monthly postponed import VAT statement.',
  partial_exemption: 'Enter a minus if your accountant says you reclaimed too much, a plus if too little.',
  fuel_scale_charge: 'VAT on private use of fuel the business paid for, from HMRC’s scale.',
  own_use:
    'You took goods out of stock for private use and had reclaimed their VAT: you owe VAT on what they cost you.',
  pre_registration:
    'VAT on stock you still held, or services of the six months before you registered, if HMRC lets you reclaim it.',
};

/** The meaning of each box in plain English. */
export const boxHelp: Readonly<Record<AdjustableBox, string>> = {
  box_1: 'VAT you owe HMRC. A plus means you pay more.',
  box_4: 'VAT you reclaim from HMRC. A plus means you pay less.',
  box_6: 'Net value of sales.',
  box_7: 'Net value of purchases.',
};
