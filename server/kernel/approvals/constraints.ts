import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about approvals. */
export const approvalConstraints: ConstraintWords = {
  approvals_serve_what_they_were_given_for:
    'This approval is for a different change. Ask for approval again.',
  approvals_are_spent_once: 'This approval has already been used. Ask for approval again.',
  document_approvals_use_an_approval_once: 'This approval has already been used. Ask for approval again.',
};
