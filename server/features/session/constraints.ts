import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on signing in. */
export const sessionConstraints: ConstraintWords = {
  two_factors_steps_go_forward: 'This code has already been used. Wait for the next one.',
};
