import { maxSearchLength } from '#domain/kernel/list-query';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { contractQuery, pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const supplierPage = pageQuery(suppliers.list);
export const supplierTotals = totalsQuery(suppliers.totals);
export const supplierList = recordList(suppliers.list, id => `/suppliers/${id}`);
export const supplierById = recordQuery(suppliers.get);

export const suppliersByText = (text: string) =>
  contractQuery(suppliers.search, { query: { text: text.slice(0, maxSearchLength) } });

/** A supplier for which the address has only the id. */
export const supplierChoice = (id: string | undefined) =>
  contractQuery(suppliers.search, { query: { id: id ?? '' } });
