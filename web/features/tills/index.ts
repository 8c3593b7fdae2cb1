export { PinField } from './pin-field';
export { TouchKeypad } from './touch-keypad';
export { CountFields, countBody, isCounted, suggestedCount, type TypedCount } from './pieces-fields';
export { FloatReason, isOtherFloat } from './float-reason';
export { usePinHolders } from './use-pin-holders';
export { requestedApprovals, approvalWords } from './approval-words';
export { useApprovers } from './use-approvers';
export { useApproval } from './use-approval';
