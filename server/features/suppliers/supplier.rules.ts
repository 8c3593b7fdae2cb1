import { no, type Verdict, yes } from '#domain/kernel/verdict';

const counted = (count: number, one: string) =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

/** Rule P12: a supplier is deleted only while it has no documents. */
export function canDelete(
  name: string,
  documents: { orders: number; bills: number; payments: number; expenses: number },
): Verdict {
  const kept = [
    ...counted(documents.orders, 'purchase order'),
    ...counted(documents.bills, 'bill'),
    ...counted(documents.payments, 'payment'),
    ...counted(documents.expenses, 'expense'),
  ];
  if (kept.length === 0) return yes;
  const list = kept.length === 1 ? kept[0] : `${kept.slice(0, -1).join(', ')} and ${kept.at(-1)}`;
  return no(`“${name}” has ${list}, so it cannot be deleted. Set it to inactive instead.`);
}
