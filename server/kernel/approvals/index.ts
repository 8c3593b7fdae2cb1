export { hasSecondApprover, listApprovers, recordApproval } from './document-approvals';
