import type { QuerySent } from '#domain/kernel/call';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { contractQuery, pageQuery } from '../../platform/queries';

export const allReturns = contractQuery(vatReturns.list);
export const returnTo = (to: QuerySent<typeof vatReturns.get>['to']) =>
  contractQuery(vatReturns.get, { query: { to } });
export const entryPage = pageQuery(vatEntries.list);
