import { readAmount } from '../../kernel/imports';

/**
 * Reads what is still open of a document. Credit is below zero, or carries the letters of the other side of
 * the ledger: CR for a customer, DR for a supplier.
 */
export function readOutstandingAmount(
  text: string | undefined,
  owedSide: 'dr' | 'cr',
): { readonly value: string; readonly isCredit: boolean } | { readonly problem: string } {
  if (text === undefined) return { problem: 'Enter the amount still open.' };
  const letters = /\s*(dr|cr)\s*$/i.exec(text);
  const read = readAmount(letters ? text.slice(0, letters.index) : text);
  if ('problem' in read) return read;
  const isNegative = read.value.startsWith('-');
  if (letters && isNegative)
    return { problem: `${text} has both a minus sign and ${letters[1]}. Use one of them.` };
  const isCredit = letters ? letters[1]?.toLowerCase() !== owedSide : isNegative;
  return { value: isNegative ? read.value.slice(1) : read.value, isCredit };
}
