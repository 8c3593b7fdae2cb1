import { maxSearchLength } from '#domain/kernel/list-query';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { contractQuery, pageQuery, recordList, totalsQuery } from '../../platform/queries';

export const supplierPage = pageQuery(suppliers.list);
export const supplierTotals = totalsQuery(suppliers.totals);
export const supplierList = recordList(suppliers.list, id => `/suppliers/${id}`);

export const suppliersByText = (text: string) =>
  contractQuery(suppliers.search, { query: { text: text.slice(0, maxSearchLength) } });

/** The suppliers for which the address has only the ids. */
export const suppliersByIds = (ids: string) => contractQuery(suppliers.search, { query: { id: ids } });
