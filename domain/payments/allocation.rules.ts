import { no, type RuleResult, yes } from '../kernel/rule-result';

/** One credit of a supplier allocated to one bill, as the rule takes it. */
export type AllocationState = {
  readonly credit: { readonly kind: string; readonly document_number: string | null };
  readonly bill: { readonly kind: string; readonly document_number: string | null };
  /** The number of the expense that is settled, if it is marked as paid. */
  readonly paid_expense: string | null;
  /** Whether the credit is what was paid for the expense itself. */
  readonly is_own: boolean;
  /** Whether the credit is for goods returned. */
  readonly is_return: boolean;
  /** What of it was not credited to the bill or its order by the credit's own document. */
  readonly removable: number;
};

/**
 * Whether an allocation can be removed on its own (decision 151): not what a document did by itself, which only its reversal
 * undoes (rules L1, W9, P4).
 */
export function canRemoveAllocation(state: AllocationState): RuleResult {
  const { credit, bill } = state;
  const [of, to] = [credit.document_number ?? 'this credit', bill.document_number ?? 'This document'];
  if (credit.kind === 'reversal' || bill.kind === 'reversal')
    return no('This allocation belongs to a reversed document, so it is permanent.');
  if (bill.kind === 'refund') return no(`${to} refunded ${of}. Cancel the refund instead.`);
  if (state.paid_expense !== null)
    return no(`${state.paid_expense} is marked as paid. Cancel the expense instead.`);
  if (state.is_own) return no(`${to} was paid by this. Cancel the expense instead.`);
  if (state.removable > 0) return yes;
  return no(
    state.is_return
      ? `${of} credits goods returned from this order, so it reduces the bills of the order.`
      : `${of} was recorded for this bill or its order. Reverse the credit note if it is wrong.`,
  );
}
