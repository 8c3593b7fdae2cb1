import type { Pence } from '../kernel/money';
import { no, type Verdict, yes } from '../kernel/verdict';

/** The documents that can need approval. */
export type ApprovedDocument =
  | 'purchase_order'
  | 'expense'
  | 'till_session'
  | 'sale'
  | 'credit_note'
  | 'quote'
  | 'wallet_adjustment'
  | 'stock_adjustment'
  | 'stock_count'
  | 'write_off';

/** An approval as it was given: up to this amount, and for this party where there is one (rule P15). */
export type Approval = { readonly upTo: Pence; readonly party: number | null };

export type ApprovalSubject = { readonly amount: Pence; readonly party: number | null };

/** Whether an approval stands for this amount and party. An amount above it, or another party, needs a new one (P15). */
export const isCovered = (approvals: readonly Approval[], { amount, party }: ApprovalSubject): boolean =>
  approvals.some(approval => approval.party === party && amount <= approval.upTo);

/** Whether this amount needs approval and has none. A limit of null means that no amount needs it. */
export const isAboveApproved = (
  limit: Pence | null,
  approvals: readonly Approval[],
  subject: ApprovalSubject,
): boolean => limit !== null && subject.amount > limit && !isCovered(approvals, subject);

export type Approver = {
  readonly id: number;
  /** Whether another active person with the right, who had no hand in the document, could approve it. */
  readonly hasSecond: boolean;
};

/** Whether somebody approves what they have entered or changed themselves, which they may while nobody else could. */
export const isOwnApproval = (enteredBy: readonly (number | null)[], approver: Approver): boolean =>
  enteredBy.includes(approver.id);

/** Segregation of duties: whoever entered it does not approve it, unless no second person could. */
export const canApproveAs = (
  enteredBy: readonly (number | null)[],
  approver: Approver,
  noun: string,
): Verdict =>
  isOwnApproval(enteredBy, approver) && approver.hasSecond
    ? no(`You entered this ${noun}, so someone else must approve it.`)
    : yes;

/** What the audit log says of an approval of one's own. */
export const noSecondApprover = 'no second approver';
