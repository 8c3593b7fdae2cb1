import { optionalText } from '../kernel/fields';

/** What a payment is known by elsewhere. A card number has no place here (rule T6): 13 to 19 digits, however grouped. */
export const paymentReference = optionalText('Reference', 60).refine(
  text => text == null || !/(?:\d[ -]?){13,19}/.test(text),
  'Never write a card number down. Enter the last four digits or the authorisation code.',
);
