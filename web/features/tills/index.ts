export { PinField } from './pin-field';
export { CountFields, countBody, isCounted, suggestedCount, type TypedCount } from './pieces-fields';
export { FloatReason, isOtherFloat } from './float-reason';
export { useCashiers } from './use-cashiers';
export { requestedApprovals, approvalWords } from './approval-words';
export { useApprovers } from './use-approvers';
export { useApproval } from './use-approval';
