import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#domain/kernel/call';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';

export type SupplierBill = ReplyOf<typeof supplierDocuments.openBills>['data'][number];

/** A supplier's bills that stand, the earliest due first. */
export function useSupplierBills(supplierId: number): readonly SupplierBill[] {
  const query = { supplier_id: String(supplierId) };
  const found = useQuery({
    queryKey: [supplierDocuments.openBills.path, supplierId],
    queryFn: ({ signal }) => request(supplierDocuments.openBills, { query, signal, shownInPlace: true }),
    staleTime: 0,
  });
  return found.data?.data ?? [];
}
