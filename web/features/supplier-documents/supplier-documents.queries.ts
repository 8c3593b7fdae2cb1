import { queryOptions } from '@tanstack/react-query';
import { books } from '#domain/books/books.contract';
import { payments } from '#domain/payments/payment.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { contractQuery, pageQuery, totalsQuery } from '../../platform/queries';

export const creditPage = pageQuery(supplierCredits.list);
export const creditTotals = totalsQuery(supplierCredits.totals);

export const creditsOfSupplier = (id: number) =>
  contractQuery(supplierCredits.list, { query: { supplier_id: String(id), per_page: '100' } });

type BillsAsked = { readonly text?: string; readonly billId?: number | undefined };

export const openBillsOfSupplier = (id: number, { text = '', billId }: BillsAsked = {}) =>
  queryOptions({
    ...contractQuery(supplierDocuments.openBills, {
      query: {
        supplier_id: String(id),
        ...(text === '' ? {} : { text }),
        ...(billId === undefined ? {} : { bill_id: String(billId) }),
      },
    }),
    staleTime: 0,
  });

export const advancesOfSupplier = (id: number) =>
  queryOptions({ ...contractQuery(payments.advances, { params: { id } }), staleTime: 0 });

/** The accounts lines can be posted to; they rarely change. */
export const lineAccounts = queryOptions({ ...contractQuery(supplierDocuments.accounts), staleTime: 60_000 });

/** Today's rate of each VAT code. */
export const vatRatesToday = queryOptions({ ...contractQuery(productChoices), staleTime: 5 * 60_000 });

export const postingDayOf = (date: string) =>
  queryOptions({ ...contractQuery(books.postingDay, { query: { date } }), retry: false });

export const purchasingRules = queryOptions({ ...contractQuery(purchasingSettings.get), retry: false });
