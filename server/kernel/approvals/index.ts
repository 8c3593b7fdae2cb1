export { hasSecondApprover, listApprovals, recordApproval } from './document-approvals';
