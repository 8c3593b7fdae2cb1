import * as z from 'zod';
import { formatPounds, type Pence, toPence } from '../kernel/money';
import { no, type RuleResult } from '../kernel/rule-result';

/** How a sale is paid: the ledger's payment methods (rule L4), plus wallet, account and exchanged goods. */
export const tenderMethod = z.enum(
  ['cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'account', 'exchange'],
  'Choose a payment method.',
);
export type TenderMethod = z.infer<typeof tenderMethod>;

/** The methods that a company chooses for its tills. Cash is always available; the others belong to the customer. */
export const chosenMethod = tenderMethod.extract(
  ['credit_card', 'bank_transfer', 'cheque', 'upi', 'other'],
  'Choose a payment method.',
);
export type ChosenMethod = z.infer<typeof chosenMethod>;
export const tenderMethodNames: Readonly<Record<TenderMethod, string>> = {
  cash: 'Cash',
  credit_card: 'Card',
  bank_transfer: 'Bank transfer',
  cheque: 'Cheque',
  upi: 'UPI',
  other: 'Other',
  wallet: 'Wallet',
  account: 'On account',
  exchange: 'Exchange',
};

/** An amount tendered by one method. */
export type Tender = { readonly method: TenderMethod; readonly tendered: Pence };

/** A tender with the amount applied to the sale. Ledger, drawer and reports use `applied` (rule M9). */
export type AppliedTender = Tender & { readonly applied: Pence };

export type Settlement =
  | { readonly allowed: true; readonly tenders: readonly AppliedTender[]; readonly change: Pence }
  | Exclude<RuleResult, { allowed: true }>;

/**
 * Settles a total to the penny (rules M8, M9, M11), without cash rounding. Payments must equal the total;
 * only cash may exceed it, and the excess is change. A sale of £0.00 takes no payment.
 */
export function settle(total: Pence, tenders: readonly Tender[]): Settlement {
  if (tenders.some(({ tendered }) => tendered <= 0))
    return refused('Enter an amount above £0.00 or remove the payment.');
  const cash = sumOf(tenders.filter(({ method }) => method === 'cash'));
  const others = toPence(sumOf(tenders) - cash);
  if (others > total)
    return refused(
      `${formatPounds(others)} is ${formatPounds(others - total)} more than is due. Only cash gives change.`,
    );
  const dueInCash = toPence(total - others);
  if (cash > 0 && dueInCash === 0) return refused('The sale is already paid in full. Return the cash.');
  if (cash < dueInCash) return refused(`${formatPounds(dueInCash - cash)} is still due.`);
  return { allowed: true, tenders: withApplied(tenders, dueInCash), change: toPence(cash - dueInCash) };
}

/** Cash is applied in order until the cash due is covered. Other methods are applied in full. */
function withApplied(tenders: readonly Tender[], dueInCash: Pence): AppliedTender[] {
  let due: number = dueInCash;
  return tenders.map(tender => {
    if (tender.method !== 'cash') return { ...tender, applied: tender.tendered };
    const applied = toPence(Math.min(due, tender.tendered));
    due -= applied;
    return { ...tender, applied };
  });
}

const refused = (reason: string) => no(reason, 'tenders') as Exclude<RuleResult, { allowed: true }>;

const sumOf = (tenders: readonly Tender[]): Pence =>
  toPence(tenders.reduce((sum, { tendered }) => sum + tendered, 0));
