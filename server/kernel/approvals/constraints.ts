import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of approvals. */
export const approvalConstraints: ConstraintWords = {
  approvals_serve_what_they_were_given_for:
    'This approval is for a different change. Have this change approved again.',
  approvals_are_spent_once: 'This approval has already been used. Have the change approved again.',
  document_approvals_use_an_approval_once:
    'This approval has already been used. Have the change approved again.',
};
