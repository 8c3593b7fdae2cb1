import { type Pence, toPence } from '../kernel/money';

type Today = { readonly balance: Pence; readonly overdue: Pence; readonly unallocated: Pence };
type Owed = { readonly open: Pence };

/** What a customer has still to pay: open invoices less unused credit (rule W4). Nothing if credit covers them. */
export const balanceDue = ({ balance }: Pick<Today, 'balance'>): Pence => toPence(Math.max(0, balance));

/**
 * The overdue part of it: unused credit pays what was due first, as it would if it were allocated (rules W5, W6). Aged
 * debtors and lists show overdue invoices, and credit apart from them (rule R6).
 */
export const overdueOfBalance = ({ overdue, unallocated }: Pick<Today, 'overdue' | 'unallocated'>): Pence =>
  toPence(Math.max(0, overdue - unallocated));

/** The first of these, in the order they are due, that unused credit does not pay in full. */
export function firstUnpaid<Item extends Owed>(
  inOrder: readonly Item[],
  { unallocated }: Pick<Today, 'unallocated'>,
): Item | undefined {
  let credit: number = unallocated;
  return inOrder.find(({ open }) => {
    credit -= open;
    return credit < 0;
  });
}
