import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on saved views. */
export const listViewConstraints: ConstraintWords = {
  list_view_defaults_are_of_their_list: 'This view was deleted in the meantime. Reload the page.',
};
