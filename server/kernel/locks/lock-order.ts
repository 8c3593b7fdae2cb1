import { locks } from './advisory-locks';

/** What a transaction can wait for: the rows of a table, or a named advisory lock. */
type OrderedLock = { readonly rowsOf: string } | { readonly advisory: string };

/**
 * The order in which every transaction takes its locks (decision 094): after one lock only the same or a later one may
 * be taken, so that no deadlock is possible. Rows of one table are locked at once, in id order. The tests enforce it
 * (tests/support/watch-locks.ts). A lock not listed here is taken first, on the one record being edited, or is only
 * shared.
 */
export const lockOrder: readonly OrderedLock[] = [
  { advisory: locks.sentDocument.name },
  { rowsOf: 'expenses' },
  { advisory: locks.unapprovedExpenses.name },
  { advisory: locks.paidOut.name },
  { rowsOf: 'till_sessions' },
  { rowsOf: 'purchase_orders' },
  { advisory: locks.billsOfUser.name },
  { rowsOf: 'sales' },
  { rowsOf: 'stock_counts' },
  { rowsOf: 'quotes' },
  { rowsOf: 'customers' },
  { rowsOf: 'party_balances' },
  { advisory: locks.drawer.name },
  { rowsOf: 'number_series' },
  { rowsOf: 'stock_pools' },
  { advisory: locks.safe.name },
  { advisory: locks.books.name },
  { advisory: locks.writtenOff.name },
];
