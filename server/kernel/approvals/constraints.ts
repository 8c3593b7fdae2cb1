import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on approvals. */
export const approvalConstraints: ConstraintWords = {
  approvals_serve_what_they_were_given_for:
    'This approval was given for something else. Have the change approved again.',
  approvals_are_spent_once: 'This approval has been used already. Have the change approved again.',
  document_approvals_use_an_approval_once:
    'This approval has been used already. Have the change approved again.',
};
