import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about signing in. */
export const sessionConstraints: ConstraintWords = {
  two_factors_steps_go_forward: 'This code has already been used. Wait for the next one.',
};
