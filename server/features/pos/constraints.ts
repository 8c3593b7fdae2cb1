import type { ConstraintWords } from '../../platform/http/constraint-words';

/** What a person reads when the database refuses something about the devices of tills. */
export const deviceConstraints: ConstraintWords = {
  receipt_series_are_of_one_device: 'This device has just been given a receipt number series. Try again.',
};
