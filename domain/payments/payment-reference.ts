import { optionalText } from '../kernel/fields';
import { cardNumberIn, withoutCardNumber } from './card-number';

export const cardNumberRefused =
  'Never write a card number down. Enter the last four digits or the authorisation code.';

/** The external reference of a payment, up to a number of characters. Card numbers are refused (rule T6). */
export const referenceUpTo = (longest: number) =>
  optionalText('Reference', longest).refine(
    text => text == null || cardNumberIn(text) === null,
    cardNumberRefused,
  );

export const paymentReference = referenceUpTo(60);

/**
 * For a sale that is already paid, which is never refused (decision 067): only the last four digits of a card number
 * are kept.
 */
export const recordedReference = optionalText('Reference', 60).overwrite(text =>
  text == null ? text : withoutCardNumber(text),
);
