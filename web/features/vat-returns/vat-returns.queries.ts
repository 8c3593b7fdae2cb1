import type { QuerySent } from '#domain/kernel/call';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { contractQuery, pageQuery, totalsQuery } from '../../platform/queries';

export const allReturns = contractQuery(vatReturns.list);
export const returnTo = (to: QuerySent<typeof vatReturns.get>['to']) =>
  contractQuery(vatReturns.get, { query: { to } });
export const entryPage = pageQuery(vatEntries.list);
export const entryTotals = totalsQuery(vatEntries.totals);
