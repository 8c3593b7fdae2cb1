import { no, type RuleResult, yes } from '../kernel/rule-result';

export type BillState = {
  readonly supplier_bill_number: string;
  readonly kind: string;
  readonly reversed_at: string | Date | null;
  /** Our number of the credit for returned goods of the bill. */
  readonly returned_by: string | null;
  /** The first supplier credit note that names the bill and is not reversed. */
  readonly credited_by: { readonly number: string; readonly theirs: string } | null;
};

const reversed = ({ supplier_bill_number }: BillState) =>
  no(`Bill ${supplier_bill_number} has already been reversed.`);

/**
 * A credit note depends on the bill's figures, so it has to be reversed first. A bill that was open when these books began
 * is an opening balance.
 */
export function canReverseBill(bill: BillState): RuleResult {
  const { supplier_bill_number: theirs, returned_by, credited_by } = bill;
  if (bill.reversed_at !== null) return reversed(bill);
  if (bill.kind === 'opening')
    return no(`Bill ${theirs} is an opening balance. Reverse it under Opening Balances.`);
  if (returned_by !== null)
    return no(
      `Goods on bill ${theirs} were returned and credited by ${returned_by}, so the bill cannot be reversed. If it charged too much, record a supplier credit note against it. If it charged too little, record another bill without an order.`,
    );
  if (credited_by !== null)
    return no(
      `Credit note ${credited_by.theirs} (${credited_by.number}) credits bill ${theirs}. Reverse the credit note first.`,
    );
  return yes;
}

/** Whether a payment can settle the bill. */
export function canPayBill(bill: BillState & { readonly outstanding: number }): RuleResult {
  if (bill.reversed_at !== null) return reversed(bill);
  return bill.outstanding > 0 ? yes : no(`Bill ${bill.supplier_bill_number} is paid in full.`);
}

/** Whether a supplier credit note can name the bill. */
export const canCreditBill = (bill: BillState): RuleResult =>
  bill.reversed_at === null
    ? yes
    : no(`Bill ${bill.supplier_bill_number} is reversed, so it cannot be credited.`);
