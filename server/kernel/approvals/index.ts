export { approvalConstraints } from './constraints';
export { approveCustomerCredit, type CreditApprovals } from './customer-credit';
export { type ApprovalLimits, approvalLimitsSetting, findApprovalLimits } from './approval-limits';
export {
  canBeDecidedBy,
  hasSecondApprover,
  listApprovers,
  notAskedToApprove,
  recordApproval,
  recordSpent,
} from './document-approvals';
export { holderColumns } from './holder-columns';
export { approvalNeeded, ensureApproved, spendApprovals } from './spend-approvals';
export type { SpentApproval } from './spent-approval';
