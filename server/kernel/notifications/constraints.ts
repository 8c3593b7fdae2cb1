import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of notifications. */
export const notificationConstraints: ConstraintWords = {
  notifications_are_told_once: 'This notification has just been sent. Try again.',
};
