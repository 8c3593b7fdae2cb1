export { hasSecondApprover, recordApproval } from './document-approvals';
