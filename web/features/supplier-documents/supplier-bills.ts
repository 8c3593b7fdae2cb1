import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#domain/kernel/call';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { openBillsOfSupplier } from './supplier-documents.queries';

export type SupplierBill = ReplyOf<typeof supplierDocuments.openBills>['data'][number];

/** A supplier's bills that are not reversed, earliest due first. */
export function useSupplierBills(supplierId: number): readonly SupplierBill[] {
  const found = useQuery(openBillsOfSupplier(supplierId));
  return found.data?.data ?? [];
}
