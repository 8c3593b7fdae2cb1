import { optionalText } from '../kernel/fields';
import { cardNumberIn, withoutCardNumber } from './card-number';

export const cardNumberRefused =
  'Never write a card number down. Enter the last four digits or the authorisation code.';

/** What a payment is known by elsewhere, of so many characters. A card number has no place here (rule T6). */
export const referenceUpTo = (longest: number) =>
  optionalText('Reference', longest).refine(
    text => text == null || cardNumberIn(text) === null,
    cardNumberRefused,
  );

export const paymentReference = referenceUpTo(60);

/** Of a sale that is paid already: it is never refused (decision 067), so of a card number only the last four digits are kept. */
export const recordedReference = optionalText('Reference', 60).overwrite(text =>
  text == null ? text : withoutCardNumber(text),
);
