import { customerSales } from '#domain/customers/customer-trade.contract';
import { customers } from '#domain/customers/customer.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import { maxPageSize, maxSearchLength } from '#domain/kernel/list-query';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { contractQuery, pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const customerPage = pageQuery(customers.list);
export const customerTotals = totalsQuery(customers.totals);
export const customerList = recordList(customers.list, id => `/customers/view/${id}`);
export const customerById = recordQuery(customers.get);
export const customerTags = contractQuery(customers.tags);

export const customersByText = (text: string) =>
  contractQuery(customers.search, { query: { text: text.slice(0, maxSearchLength) } });

/** The customers for which the address has only the ids. */
export const customersByIds = (ids: string) => contractQuery(customers.search, { query: { id: ids } });

/** Existing customers similar to the values typed; `except` is the customer being edited. */
export const lookAlikes = (typed: Typed, except: number | undefined) =>
  contractQuery(customers.lookAlikes, {
    query: { ...typed, ...(except ? { except: String(except) } : {}) },
  });
type Typed = Readonly<Record<'name' | 'email' | 'phone' | 'postcode', string>>;

export const salesOfCustomer = (id: number) => contractQuery(customerSales, { params: { id } });

/** The customer's ledger from a day on. */
export const ledgerOfCustomer = (id: number, from: CalendarDate) =>
  contractQuery(wallets.customer.statement, { params: { id }, query: { from } });

export const priceGroupChoices = contractQuery(priceGroups.list, {
  query: { per_page: String(maxPageSize) },
});
