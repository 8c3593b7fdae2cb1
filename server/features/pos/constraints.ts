import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about till devices. */
export const deviceConstraints: ConstraintWords = {
  receipt_series_are_of_one_device: 'This device has just been given a receipt number series. Try again.',
};
