import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#domain/kernel/call';
import { type Pence, toPence } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { openBillsOfSupplier } from './supplier-documents.queries';

export type SupplierBill = ReplyOf<typeof supplierDocuments.openBills>['data'][number];

type SupplierBills = {
  readonly bills: readonly SupplierBill[];
  /** The number of all bills, where the list has only the first ones. */
  readonly total: number;
  /** What is outstanding on all of them. */
  readonly outstanding: Pence;
};

/** A supplier's bills that are not reversed: open ones, earliest due first, then the latest settled. */
export function useSupplierBills(supplierId: number): SupplierBills {
  const { data } = useQuery(openBillsOfSupplier(supplierId));
  return {
    bills: data?.data ?? [],
    total: data?.total ?? 0,
    outstanding: data?.outstanding ?? toPence(0),
  };
}

/** Says that bills are missing from the list; undefined if none are. */
export function leftOutWords({ bills, total }: Pick<SupplierBills, 'bills' | 'total'>): string | undefined {
  const shown = bills.length.toLocaleString('en-GB');
  return total > bills.length
    ? `Showing ${shown} of ${total.toLocaleString('en-GB')} bills: open ones by due date, then the latest settled.`
    : undefined;
}
