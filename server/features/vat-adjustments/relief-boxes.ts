import { type Pence, toPence } from '#domain/kernel/money';
import type { AdjustedBoxes, AdjustmentReason } from '#domain/vat-returns/vat-adjustment';
import type { ReliefKind } from '#domain/vat-returns/vat-relief.contract';

export const reasons: Readonly<Record<ReliefKind, AdjustmentReason>> = {
  claim: 'bad_debt_relief',
  return: 'bad_debt_relief',
  repay: 'unpaid_bills',
  reclaim: 'unpaid_bills',
};

/**
 * Relief is claimed in box 4 and returned in box 1; input tax is repaid and reclaimed in box 4 (rule V26).
 */
export function boxesOf(kind: ReliefKind, vat: Pence): AdjustedBoxes {
  const nothing = toPence(0);
  return {
    box_1: kind === 'return' ? vat : nothing,
    box_4: kind === 'return' ? nothing : kind === 'repay' ? toPence(0 - vat) : vat,
    box_6: nothing,
    box_7: nothing,
  };
}
