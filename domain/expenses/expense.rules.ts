import { isAboveLimit } from '../approvals/when-approval-is-needed';
import { formatPounds, type Pence, toPence } from '../kernel/money';
import { no, statusRefusalWords, type RuleResult, yes } from '../kernel/rule-result';
import {
  type ExpenseStatus,
  type ExpenseStep,
  expenseStatusNames,
  expenseSteps,
  isPosted,
  type Settlement,
} from './expense.status';

/** The parts of an expense that the rules need. */
export type ExpenseState = {
  /** Its number, or a substitute until it has one. */
  readonly name: string;
  readonly status: ExpenseStatus;
  readonly gross: Pence;
  readonly lines: number;
  readonly receipts: number;
  /** Whether VAT is to be reclaimed, and whether the VAT invoice for it is named (rule V18). */
  readonly recoversVat: boolean;
  readonly reference: string | null;
  readonly vatNumber: string | null;
  readonly settlement: Settlement;
  readonly hasSupplier: boolean;
  readonly createdBy: number;
  /** Everyone who saved its details after it was created. */
  readonly editors: readonly number[];
  readonly submittedBy: number | null;
};

export type ExpenseSettings = {
  /** Expenses of one user on one day above this amount in all need approval by someone else. */
  readonly approvalLimit: Pence;
  /** Expenses above this amount need a receipt; null if none do. */
  readonly receiptLimit: Pence | null;
};

const step = (expense: ExpenseState, taken: ExpenseStep, action: string): RuleResult =>
  (expenseSteps[taken].from as readonly ExpenseStatus[]).includes(expense.status)
    ? yes
    : no(statusRefusalWords(expense.name, expenseStatusNames[expense.status].toLowerCase(), action));

/** `earlier`: what the same user submitted on this day without approval, which counts together with it (rule P15). */
export const needsApproval = (
  { gross }: ExpenseState,
  { approvalLimit }: ExpenseSettings,
  earlier: Pence = toPence(0),
): boolean => isAboveLimit(approvalLimit, toPence(gross + earlier));

/** Users who entered its details: they cannot decide on it if anyone else could. */
export const enteredBy = ({
  createdBy,
  editors,
  submittedBy,
}: Pick<ExpenseState, 'createdBy' | 'editors' | 'submittedBy'>): readonly (number | null)[] => [
  createdBy,
  ...editors,
  submittedBy,
];

export const canEdit = (expense: ExpenseState): RuleResult => step(expense, 'edit', 'changed');

/** Numbered expenses are kept and cancelled instead (rule V22). */
export const canDelete = (expense: ExpenseState): RuleResult =>
  expense.status === 'draft' && expense.submittedBy === null
    ? yes
    : no('Only drafts that were never submitted can be deleted. Cancel the expense instead.');

export function canSubmit(expense: ExpenseState, { receiptLimit }: ExpenseSettings): RuleResult {
  const result = step(expense, 'submit', 'submitted');
  if (!result.allowed) return result;
  if (expense.lines === 0) return no('Enter what was spent before you submit the expense.', 'lines');
  if (receiptLimit !== null && expense.gross > receiptLimit && expense.receipts === 0)
    return no(`Expenses above ${formatPounds(receiptLimit)} need a receipt. Attach it first.`, 'receipts');
  if (expense.recoversVat && expense.reference === null)
    return no(
      'VAT is reclaimable only with a VAT invoice. Enter the receipt number, or clear “VAT reclaimable” on every line.',
      'reference',
    );
  if (expense.recoversVat && expense.vatNumber === null)
    return no(
      'VAT is reclaimable only with a VAT invoice. Enter the supplier’s VAT number, or clear “VAT reclaimable” on every line.',
      'vat_number',
    );
  if (isOwedToNoLedger(expense))
    return no(
      'VAT on a bill that stays unpaid for six months has to be repaid, so its supplier must be known. Choose the supplier, or clear “VAT reclaimable” on every line.',
      'supplier_id',
    );
  return yes;
}

/** VAT is repaid for unpaid items of suppliers' ledgers (rule V26), and an expense without a supplier opens none. */
const isOwedToNoLedger = ({ settlement, recoversVat, hasSupplier }: ExpenseState): boolean =>
  settlement === 'to_pay' && recoversVat && !hasSupplier;

/** `enteredBy` says who may decide. What an earlier version let through without a supplier goes back for one. */
export function canApprove(expense: ExpenseState): RuleResult {
  const result = step(expense, 'approve', 'approved');
  if (!result.allowed || !isOwedToNoLedger(expense)) return result;
  return no(
    `${expense.name} is to be paid and reclaims VAT, so it needs a supplier. Reject it, so that its supplier can be chosen.`,
  );
}
export const canReject = (expense: ExpenseState): RuleResult => step(expense, 'reject', 'rejected');
export const canPay = (expense: ExpenseState): RuleResult => step(expense, 'pay', 'paid');

/** Receipts may come late, so they can be added unless it is cancelled. */
export const canAttach = ({ status }: Pick<ExpenseState, 'status'>): RuleResult =>
  status === 'cancelled' ? no('The expense is cancelled.') : yes;

/** Its owner may cancel it until it is posted; afterwards it needs the permission to reverse payments. */
export function canCancel(
  expense: ExpenseState,
  { isOwner, canReverse }: { readonly isOwner: boolean; readonly canReverse: boolean },
): RuleResult {
  const result = step(expense, 'cancel', 'cancelled');
  if (!result.allowed) return result;
  if (isPosted(expense.status))
    return canReverse
      ? yes
      : no('This expense is posted. You need permission to reverse payments to cancel it.');
  return isOwner ? yes : no('Only the person who entered this expense can cancel it. Reject it instead.');
}
