const uuid = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
/** Groups of digits, separated by one space or dash, not adjacent to a letter or digit. */
const digitGroups = /(?<![\p{L}\p{N}])\d+(?:[ -]\d+)*(?![\p{L}\p{N}])/gu;
/** Joined by dashes with letters and digits in one word: a code such as 3f2a-4111, not a number. */
const mixedCode =
  /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}]+-)*(?:\p{L}+\p{N}|\p{N}+\p{L})[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*/gu;

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const isCard = (digits: string) => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);

/** Consecutive whole groups that form a card number; null if there are none. */
function cardWithin(groups: readonly string[]): string | null {
  for (let from = 0; from < groups.length; from += 1) {
    let digits = '';
    for (const group of groups.slice(from)) {
      digits += group;
      if (digits.length > 19) break;
      if (isCard(digits)) return digits;
    }
  }
  return null;
}

/**
 * The digits of a card number typed into a text (rule T6), or null: 13 to 19 digits, with or without spaces
 * or dashes between groups, with a valid check digit. A UUID or a code of letters and digits does not count
 * (F93).
 */
export function cardNumberIn(text: string): string | null {
  const plain = text.replaceAll(uuid, ' _ ').replaceAll(mixedCode, '_');
  for (const [run] of plain.matchAll(digitGroups)) {
    const card = cardWithin(run.split(/[ -]/));
    if (card) return card;
  }
  return null;
}

/** The text as recorded: only the last four digits of a card number are kept. */
export function withoutCardNumber(text: string): string {
  const card = cardNumberIn(text);
  return card === null ? text : `ending ${card.slice(-4)}`;
}
