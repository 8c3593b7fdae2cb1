import { no, type Verdict, yes } from '#domain/kernel/verdict';

const counted = (count: number, one: string) =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

/** Rule P12: a supplier is deleted only while it has no documents. */
export function canDelete(name: string, documents: { orders: number; payments: number }): Verdict {
  const kept = [...counted(documents.orders, 'purchase order'), ...counted(documents.payments, 'payment')];
  if (kept.length === 0) return yes;
  return no(`“${name}” has ${kept.join(' and ')}, so it cannot be deleted. Set it to inactive instead.`);
}
