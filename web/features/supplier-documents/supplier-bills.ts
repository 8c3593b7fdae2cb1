import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { type Pence, toPence } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { openBillsOfSupplier } from './supplier-documents.queries';

export type SupplierBill = ReplyOf<typeof supplierDocuments.openBills>['data'][number];

export type SupplierBills = {
  /** How they are loaded, to show rows only once they are there. */
  readonly page: UseQueryResult<ReplyOf<typeof supplierDocuments.openBills>>;
  readonly bills: readonly SupplierBill[];
  /** The number of bills that match, where the list has only the first ones. */
  readonly total: number;
  /** What is outstanding on all that match. */
  readonly outstanding: Pence;
  /** The text that is searched for. */
  readonly text: string;
  readonly setText: (text: string) => void;
};

/**
 * A supplier's bills that are not reversed: open ones, earliest due first, then the latest settled. The bill named comes
 * before all of them.
 */
export function useSupplierBills(supplierId: number, billId?: number): SupplierBills {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const page = useQuery({
    ...openBillsOfSupplier(supplierId, { text: asked, billId }),
    placeholderData: keepPreviousData,
  });
  const { data } = page;
  return {
    page,
    bills: data?.data ?? [],
    total: data?.total ?? 0,
    outstanding: data?.outstanding ?? toPence(0),
    text,
    setText,
  };
}

/** The bills, after those of `entered` that are not among them. */
export const withEntered = (
  bills: readonly SupplierBill[],
  entered: readonly SupplierBill[],
): SupplierBill[] => [...entered.filter(({ id }) => !bills.some(bill => bill.id === id)), ...bills];

/** Says that bills are missing from the list; undefined if none are. */
export function leftOutWords({ bills, total }: Pick<SupplierBills, 'bills' | 'total'>): string | undefined {
  const shown = bills.length.toLocaleString('en-GB');
  return total > bills.length
    ? `Showing ${shown} of ${total.toLocaleString('en-GB')} bills: open ones by due date, then the latest settled. Search to find others.`
    : undefined;
}
