import { locks } from './advisory-locks';

/** What a transaction waits for: the rows of a table, or an advisory lock by its name. */
type OrderedLock = { readonly rowsOf: string } | { readonly advisory: string };

/**
 * The order in which every transaction takes its locks (decision 094): whoever holds one takes only the same again or a
 * later one, so that no two can wait for each other in a circle. Rows of one table are taken in the order of their ids,
 * all at once. The tests watch it (tests/support/watch-locks.ts). What is not named here is locked first, as the one record
 * that an edit is about, or is only shared.
 */
export const lockOrder: readonly OrderedLock[] = [
  { advisory: locks.sentDocument.name },
  { rowsOf: 'expenses' },
  { rowsOf: 'till_sessions' },
  { rowsOf: 'purchase_orders' },
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
  { rowsOf: 'audit_log' },
];
