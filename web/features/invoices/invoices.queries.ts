import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { contractQuery, pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const invoicePage = pageQuery(sales.list);
export const invoiceTotals = totalsQuery(sales.totals);
export const invoiceList = recordList(sales.list, id => `/sales/invoices/${id}`);
export const invoiceById = recordQuery(sales.get);
export const invoiceMailDraft = (id: number) => contractQuery(sales.emailDraft, { params: { id } });
export const tillsForRefund = contractQuery(tills.now);
