import { emails } from '#domain/emails/email.contract';
import { maxSearchLength } from '#domain/kernel/list-query';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import {
  contractQuery,
  pageQuery,
  previousWhileLoading,
  recordList,
  recordQuery,
  totalsQuery,
} from '../../platform/queries';

export const supplierPage = pageQuery(suppliers.list);
export const supplierTotals = totalsQuery(suppliers.totals);
export const supplierList = recordList(suppliers.list, id => `/suppliers/${id}`);
export const supplierById = recordQuery(suppliers.get);

export const suppliersByText = (text: string) =>
  contractQuery(suppliers.search, { query: { text: text.slice(0, maxSearchLength) } });

/** The suppliers for which the address has only the ids. */
export const suppliersByIds = (ids: string) => contractQuery(suppliers.search, { query: { id: ids } });

export const termsOfSupplier = (id: number) => contractQuery(supplierTerms.get, { params: { id } });
export const emailsOfSupplier = (id: number) => contractQuery(emails.ofSupplier, { params: { id } });
export const pricesOfSupplier = (id: number, text: string) =>
  previousWhileLoading(supplierPrices.list, { params: { id }, query: { text } });

/** The queries that change with a supplier: bills, credit notes and advances have other paths. */
export const ofSuppliers = [
  suppliers.list,
  supplierCredits.list,
  supplierDocuments.openBills,
  supplierDocuments.accounts,
];
