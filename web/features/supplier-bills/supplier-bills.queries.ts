import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const billPage = pageQuery(supplierBills.list);
export const billTotals = totalsQuery(supplierBills.totals);
export const billList = recordList(supplierBills.list, id => `/purchases/bills/${id}`);
export const billById = recordQuery(supplierBills.get);
