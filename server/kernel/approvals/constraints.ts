import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on approvals. */
export const approvalConstraints: ConstraintWords = {
  approvals_serve_what_they_were_given_for:
    'This approval was given for a different change. Get this one approved.',
  approvals_are_spent_once: 'This approval has already been used. Get the change approved again.',
  document_approvals_use_an_approval_once:
    'This approval has already been used. Get the change approved again.',
};
