import { useQuery } from '@tanstack/react-query';
import { Unlink2 } from 'lucide-react';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { type SupplierAllocation, supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { itemWords } from '#domain/wallet/item-words';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { confirmedRemoval } from '../../platform/confirm';
import { everything, useReload } from '../../platform/reload';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { allocationsOfSupplier } from './supplier-allocations.queries';

type Props = {
  supplierId: number;
  /** Only those to one bill. */
  billId?: number;
  notices: Notices;
};

/** How a supplier's payments and credit are allocated; a mistaken allocation can be removed (decision 151). */
export function AllocationTable({ supplierId, billId, notices }: Props) {
  const { canCall } = useAccess();
  const reload = useReload(everything);
  const allocations = useQuery(allocationsOfSupplier(supplierId, billId));
  const { data } = allocations;
  if (!data) return allocations.isError ? <LoadFailure page={allocations} /> : null;
  const remove = async ({ credit, bill, removable }: SupplierAllocation) => {
    const amount = formatPounds(removable);
    const consequence = `${amount} of ${wordsOf(credit)} is no longer allocated to ${wordsOf(bill)}.`;
    if (!(await confirmedRemoval('Remove this allocation?', 'Remove allocation', consequence))) return;
    try {
      const { message } = await request(supplierAllocations.remove, {
        params: { id: supplierId },
        body: { credit_item_id: credit.id, bill_item_id: bill.id, amount: poundsFromPence(removable) },
        shownInPlace: true,
      });
      reload(() => notices.succeeded(message));
    } catch (error) {
      notices.failedWrite(error, 'The allocation could not be removed.', { reloads: true });
    }
  };
  return (
    <LongTable
      label="Allocations"
      rows={data.data}
      rowKey={({ credit, bill }) => `${credit.id}-${bill.id}`}
      columns={[
        ...columns,
        ...(canCall(supplierAllocations.remove) ? [removeColumn(allocation => void remove(allocation))] : []),
      ]}
      empty="Nothing is allocated yet. A payment or credit is listed here once it settles a bill."
    />
  );
}

type Item = SupplierAllocation['credit'];

const wordsOf = ({ kind, document_number }: Item) =>
  document_number ?? itemWords({ kind, description: null });

const Named = ({ item }: { item: Item }) => (
  <span>
    {item.document_number !== null && (
      <>
        <DocumentLink
          document={{
            number: item.document_number,
            link: item.link === window.location.pathname ? null : item.link,
          }}
        />
        {' · '}
      </>
    )}
    {itemWords({ kind: item.kind, description: null })}
  </span>
);

const columns: readonly Column<SupplierAllocation>[] = [
  { header: 'Date', kind: 'date', cell: ({ business_date }) => <Day date={business_date} /> },
  { header: 'Credit', cell: ({ credit }) => <Named item={credit} /> },
  { header: 'Allocated to', cell: ({ bill }) => <Named item={bill} /> },
  { header: 'Amount', align: 'end', cell: ({ amount }) => <Money pence={amount} /> },
];

const removeColumn = (onRemove: (allocation: SupplierAllocation) => void): Column<SupplierAllocation> => ({
  header: 'Remove allocation',
  width: '84px',
  cell: allocation => (
    <RowAction
      icon={Unlink2}
      label="Remove allocation"
      of={`${wordsOf(allocation.credit)} for ${wordsOf(allocation.bill)}`}
      can={allocation.can.remove}
      onClick={() => onRemove(allocation)}
    />
  ),
});
