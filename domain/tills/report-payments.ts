import { sum } from '../kernel/money';
import type { TillReport } from './till-report';

/**
 * Payments of sales and of customers together: what the card terminal should show by card. Empty when no customer
 * paid, because it would only repeat the payments of sales.
 */
export function allPayments({
  tenders,
  customer_payments = [],
}: Pick<TillReport, 'tenders' | 'customer_payments'>): TillReport['tenders'] {
  if (customer_payments.length === 0) return [];
  const both = [...tenders, ...customer_payments].filter(
    ({ method }) => method !== 'wallet' && method !== 'exchange',
  );
  return [...new Set(both.map(({ method }) => method))].map(method => {
    const rows = both.filter(row => row.method === method);
    return {
      ...rows[0],
      method,
      taken: sum(rows.map(row => row.taken)),
      paid_back: sum(rows.map(row => row.paid_back)),
      count: rows.reduce((total, row) => total + row.count, 0),
    };
  });
}
