import { countOf } from '#domain/kernel/count-of';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';

const unlessNone = (count: number, one: string) => (count === 0 ? [] : [countOf(count, one)]);

/** Rule P12: a supplier is deleted only while it has no documents. */
export function canDelete(
  name: string,
  documents: { orders: number; bills: number; payments: number; expenses: number; openings: number },
): RuleResult {
  const documentWords = [
    ...unlessNone(documents.orders, 'purchase order'),
    ...unlessNone(documents.bills, 'bill'),
    ...unlessNone(documents.payments, 'payment'),
    ...unlessNone(documents.expenses, 'expense'),
    ...unlessNone(documents.openings, 'opening credit'),
  ];
  if (documentWords.length === 0) return yes;
  const list =
    documentWords.length === 1
      ? documentWords[0]
      : `${documentWords.slice(0, -1).join(', ')} and ${documentWords.at(-1)}`;
  return no(`“${name}” has ${list}, so it cannot be deleted. Set it to inactive instead.`);
}
