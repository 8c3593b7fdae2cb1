import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about notices. */
export const notificationConstraints: ConstraintWords = {
  notifications_are_told_once: 'This notification has just been sent. Try again.',
};
