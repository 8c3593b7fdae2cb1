import { maxSearchLength } from '#domain/kernel/list-query';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import {
  contractQuery,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
  unlessEmpty,
} from '../../platform/queries';

export const orderPage = pageQuery(purchases.list);
export const orderList = recordList(purchases.list, id => `/purchases/${id}`);
export const orderTotals = totalsQuery(purchases.totals);
export const orderById = recordQuery(purchases.get);
export const orderMailDraft = (id: number) => contractQuery(purchases.sendDraft, { params: { id } });

/** A supplier's orders that can be paid and are not fully paid, oldest first: as many as one payment can be allocated to. */
export const unpaidOrders = (supplierId: number) =>
  contractQuery(purchases.list, {
    query: {
      supplier_id: String(supplierId),
      status: 'sent,received,completed',
      paid_status: 'remaining',
      sort_by: 'order_date',
      sort_order: 'asc',
      per_page: '100',
    },
  });

/** Orders of a supplier that are not completed or cancelled, with a text in their number or reference. */
export const openOrdersByText = (supplierId: number | undefined, text: string) =>
  contractQuery(purchases.list, {
    query: {
      supplier_id: String(supplierId),
      status: 'draft,sent,received',
      search: text.slice(0, maxSearchLength),
      per_page: '100',
    },
  });

export const purchasedPage = pageQuery(purchased.list);
export const purchasedTotals = totalsQuery(purchased.totals);

/** The supplier's minimum order quantities; not fetched until the supplier is known. */
export const minimumsOfSupplier = recordQuery(supplierPrices.minimums);

/** Products matching a text, with one supplier's codes and prices. */
export const productsToOrder = (text: string, supplierId: number | null) =>
  unlessEmpty(
    text,
    contractQuery(products.search, {
      query: {
        text: text.slice(0, maxSearchLength),
        ...(supplierId === null ? {} : { supplier_id: String(supplierId) }),
      },
    }),
  );
