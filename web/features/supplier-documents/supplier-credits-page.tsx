import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journals } from '#domain/journals/journal.contract';
import { type SupplierCreditRow, supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { everything, useReload } from '../../platform/reload';
import { SupplierFilter } from '../suppliers';
import { creditColumns } from './credit-columns';
import { creditPage, creditTotals } from './supplier-documents.queries';
import { ReverseDocumentDialog } from './lazy-dialogs';

/** All supplier credit notes: for an amount, and for returned goods. */
export function SupplierCreditsPage() {
  const list = useListState(supplierCredits.list);
  const page = useQuery(creditPage(list.query));
  const totals = currentTotals(useQuery(creditTotals(list.query)));
  const { canCall } = useAccess();
  const notices = useNotice();
  const reload = useReload(everything);
  const [reversed, setReversed] = useState<SupplierCreditRow | null>(null);
  return (
    <>
      <ListPage
        title="Supplier Credit Notes"
        list={list}
        page={page}
        notices={notices}
        actions={<ExportMenu list={list} call={supplierCredits.export} fileName="supplier-credit-notes" />}
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by number, supplier, reason" />
            <SupplierFilter list={list} />
            <SelectFilter
              list={list}
              name="state"
              label="Status"
              all="All credit notes"
              options={[
                { value: 'standing', label: 'Not reversed' },
                { value: 'on_account', label: 'On account' },
                { value: 'reversed', label: 'Reversed' },
              ]}
            />
            <DateRangeFilter list={list} />
          </>
        }
        empty="No credit notes found"
      >
        <DataTable
          label="Supplier credit notes"
          list={list}
          rows={page.data?.data}
          rowKey={credit => credit.number}
          isStale={page.isPlaceholderData}
          columns={creditColumns({
            withSupplier: true,
            totals: { sums: totals, excludesReversed: list.filters.state === undefined },
            withJournal: canCall(journals.get),
            onReverse: canCall(supplierDocuments.reverseCredit) && setReversed,
          })}
        />
      </ListPage>
      {reversed && (
        <ReverseDocumentDialog
          what="credit"
          document={{
            id: reversed.id,
            supplierNumber: reversed.supplier_credit_number ?? reversed.number,
            allocated: reversed.gross - reversed.on_account,
          }}
          onClose={() => setReversed(null)}
          onDone={message => {
            setReversed(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}
