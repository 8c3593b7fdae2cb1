const uuid = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
/** Digits in groups, with one space or dash between two of them, that no letter or digit touches. */
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

/** Whole groups that follow each other and together make up a card number; null where there are none. */
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
 * The digits of a card number that somebody typed into a text (rule T6), or null: 13 to 19 digits, in one or with spaces or
 * dashes between groups, that pass the check of card numbers. A UUID or a code of letters and digits is none (F93).
 */
export function cardNumberIn(text: string): string | null {
  const plain = text.replaceAll(uuid, ' _ ').replaceAll(mixedCode, '_');
  for (const [run] of plain.matchAll(digitGroups)) {
    const card = cardWithin(run.split(/[ -]/));
    if (card) return card;
  }
  return null;
}

/** The same text for records: of a card number only the last four digits stay. */
export function withoutCardNumber(text: string): string {
  const card = cardNumberIn(text);
  return card === null ? text : `ending ${card.slice(-4)}`;
}
