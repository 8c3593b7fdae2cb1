import type { Pence } from '../kernel/money';
import { type RuleResult, yes } from '../kernel/rule-result';
import { isAboveLimit } from './when-approval-is-needed';

/** Documents that can need approval. */
export type ApprovedDocument =
  | 'purchase_order'
  | 'expense'
  | 'till_session'
  | 'till_cash'
  | 'sale'
  | 'credit_note'
  | 'quote'
  | 'wallet_adjustment'
  | 'opening_invoice'
  | 'stock_adjustment'
  | 'stock_count'
  | 'write_off'
  | 'goods_received_note';

/** An approval: up to this amount and for this party, if any (rule P15). */
export type Approval = { readonly upTo: Pence; readonly party: number | null };

export type ApprovalSubject = { readonly amount: Pence; readonly party: number | null };

/**
 * Whether an approval covers this amount and party. A higher amount or another party needs a new one (P15).
 */
export const isCovered = (approvals: readonly Approval[], { amount, party }: ApprovalSubject): boolean =>
  approvals.some(approval => approval.party === party && amount <= approval.upTo);

/** Whether this amount needs an approval it does not have. A limit of null means no amount does. */
export const isAboveApproved = (
  limit: Pence | null,
  approvals: readonly Approval[],
  subject: ApprovalSubject,
): boolean => isAboveLimit(limit, subject.amount) && !isCovered(approvals, subject);

export type Approver = {
  readonly id: number;
  /** Whether another active user with the permission, who did not work on the document, could approve it. */
  readonly hasSecond: boolean;
};

/** Whether a user approves what they entered or changed, which is allowed while no one else could. */
export const isOwnApproval = (enteredBy: readonly (number | null)[], approver: Approver): boolean =>
  enteredBy.includes(approver.id);

/** Segregation of duties: users do not approve what they entered, unless there is no second person. */
export const canApproveAs = (
  enteredBy: readonly (number | null)[],
  approver: Approver,
  noun: string,
): RuleResult =>
  isOwnApproval(enteredBy, approver) && approver.hasSecond
    ? { allowed: false, reason: `You entered this ${noun}, so someone else must approve it.`, isOwn: true }
    : yes;

/** Recorded in the audit log when users approve their own document. */
export const noSecondApprover = 'no second approver';
