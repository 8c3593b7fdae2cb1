import { emails } from '#domain/emails/email.contract';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { contractQuery, previousWhileLoading, recordQuery } from '../../platform/queries';

export const supplierById = recordQuery(suppliers.get);
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
