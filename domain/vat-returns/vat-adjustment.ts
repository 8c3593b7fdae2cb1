import * as z from 'zod';
import type { Pence } from '../kernel/money';
import { no, type RuleResult, yes } from '../kernel/rule-result';

/** Reasons for a VAT adjustment (rule V27). */
export const adjustmentReason = z.enum(
  [
    'bad_debt_relief',
    'unpaid_bills',
    'error_correction',
    'reverse_charge_domestic',
    'reverse_charge_abroad',
    'postponed_import_vat',
    'partial_exemption',
    'fuel_scale_charge',
    'own_use',
    'pre_registration',
  ],
  'Choose a reason.',
);
export type AdjustmentReason = z.infer<typeof adjustmentReason>;

export const adjustmentReasonNames: Readonly<Record<AdjustmentReason, string>> = {
  bad_debt_relief: 'Bad debt relief',
  unpaid_bills: 'Repayment of input tax on unpaid bills',
  error_correction: 'Error correction',
  reverse_charge_domestic: 'Reverse charge: supplies in the UK',
  reverse_charge_abroad: 'Reverse charge: services from abroad',
  postponed_import_vat: 'Postponed import VAT',
  partial_exemption: 'Partial exemption (accountant’s figure)',
  fuel_scale_charge: 'Fuel scale charge (accountant’s figure)',
  own_use: 'Goods for own use',
  pre_registration: 'VAT on purchases before registration',
};

/** What an adjustment adds to the boxes of a return; negative amounts subtract. */
export const adjustableBoxes = ['box_1', 'box_4', 'box_6', 'box_7'] as const;
export type AdjustableBox = (typeof adjustableBoxes)[number];
export type AdjustedBoxes = Readonly<Record<AdjustableBox, Pence>>;

/** Whether the same VAT is charged in box 1 and reclaimed in box 4 (rule V28). */
export const chargesItself = (reason: AdjustmentReason): boolean =>
  reason === 'reverse_charge_domestic' ||
  reason === 'reverse_charge_abroad' ||
  reason === 'postponed_import_vat';

/** The boxes that each reason may change (rules V26-V28). */
export const boxesOfReason: Readonly<Record<AdjustmentReason, readonly AdjustableBox[]>> = {
  bad_debt_relief: ['box_1', 'box_4'],
  unpaid_bills: ['box_4'],
  error_correction: ['box_1', 'box_4', 'box_6', 'box_7'],
  reverse_charge_domestic: ['box_1', 'box_4', 'box_7'],
  reverse_charge_abroad: ['box_1', 'box_4', 'box_6', 'box_7'],
  postponed_import_vat: ['box_1', 'box_4', 'box_7'],
  partial_exemption: ['box_4'],
  fuel_scale_charge: ['box_1', 'box_6'],
  own_use: ['box_1', 'box_6'],
  pre_registration: ['box_4', 'box_7'],
};

const boxNames: Readonly<Record<AdjustableBox, string>> = {
  box_1: 'box 1',
  box_4: 'box 4',
  box_6: 'box 6',
  box_7: 'box 7',
};

/** Checks the boxes against the reason (rules V26-V28). The error names the field. */
export function canAdjust(
  reason: AdjustmentReason,
  boxes: AdjustedBoxes,
  account: string | null,
): RuleResult {
  const other = adjustableBoxes.find(box => boxes[box] !== 0 && !boxesOfReason[reason].includes(box));
  if (other)
    return no(
      `${adjustmentReasonNames[reason]} does not change ${boxNames[other]}. Leave it at zero.`,
      other,
    );
  const { box_1, box_4 } = boxes;
  const [vatBox = 'box_4'] = boxesOfReason[reason];
  if (box_1 === 0 && box_4 === 0) return no('Enter the VAT. It cannot be zero.', vatBox);
  const result = ruleOf(reason, boxes);
  if (!result.allowed) return result;
  if (box_1 !== box_4 && account === null)
    return no('Choose the balancing account, for example 6800 Bad debts.', 'account');
  if (box_1 === box_4 && account !== null)
    return no('Boxes 1 and 4 change by the same amount, so leave the balancing account blank.', 'account');
  return yes;
}

function ruleOf(reason: AdjustmentReason, boxes: AdjustedBoxes): RuleResult {
  const { box_1, box_4, box_6, box_7 } = boxes;
  if (chargesItself(reason)) {
    if (box_1 === 0) return no('Enter the VAT. It cannot be zero.', 'box_1');
    if (box_4 !== box_1) return no('Enter the same VAT in box 4 as in box 1.', 'box_4');
    // Below zero for a supplier's credit note, which takes the charge back.
    if (Math.sign(box_7) !== Math.sign(box_1))
      return no(`Enter the net value in box 7, ${box_1 > 0 ? 'above' : 'below'} zero like the VAT.`, 'box_7');
    if (reason === 'reverse_charge_abroad' && box_6 !== box_7)
      return no('Enter the same net value in box 6 as in box 7.', 'box_6');
  }
  if (reason === 'bad_debt_relief') {
    if (box_1 !== 0 && box_4 !== 0)
      return no('Claim relief in box 4 or return it in box 1. Post one document for each.', 'box_1');
    if (box_1 < 0) return no('Enter the relief you return as an amount above zero.', 'box_1');
    if (box_4 < 0) return no('Enter the relief as an amount above zero.', 'box_4');
  }
  if (reason === 'fuel_scale_charge' && box_1 <= 0)
    return no('Enter the VAT of the charge as an amount above zero.', 'box_1');
  if (reason === 'own_use') {
    if (box_1 <= 0) return no('Enter the VAT on the goods as an amount above zero.', 'box_1');
    if (box_6 <= 0) return no('Enter the cost of the goods in box 6, above zero.', 'box_6');
  }
  if (reason === 'pre_registration' && box_4 <= 0)
    return no('Enter the VAT you reclaim as an amount above zero.', 'box_4');
  return yes;
}
