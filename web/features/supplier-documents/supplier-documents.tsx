import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journals } from '#domain/journals/journal.contract';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { type SupplierCreditRow, supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { MoreLink } from '../../ui/page-link';
import { LongTable } from '../../ui/table/long-table';
import { type Notices } from '../../ui/notice';
import { everything, useReload } from '../../platform/reload';
import { AllocationsDialog } from '../supplier-allocations';
import { useAdvances } from './advances';
import { billColumns } from './bill-columns';
import { creditColumns } from './credit-columns';
import { BillSearch } from './bill-search';
import { type SupplierBill, useSupplierBills } from './supplier-bills';
import { VatNumberNote } from './missing-vat-number';
import { ReverseDocumentDialog, SupplierCreditDialog, UseAdvanceDialog } from './lazy-dialogs';
import './supplier-documents.css';
import { creditsOfSupplier } from './supplier-documents.queries';

type Supplier = { readonly id: number; readonly name: string };
type Open =
  | {
      readonly kind: 'reverse_bill' | 'credit_bill' | 'use_advance' | 'allocations';
      readonly bill: SupplierBill;
    }
  | { readonly kind: 'reverse_credit'; readonly credit: SupplierCreditRow };

/** A supplier's bills and credit notes, with unallocated credit and the actions for each. */
export function SupplierDocuments({ supplier, notices }: { supplier: Supplier; notices: Notices }) {
  const { canCall } = useAccess();
  const found = useSupplierBills(supplier.id);
  const advances = useAdvances(supplier.id);
  const reload = useReload(everything);
  const [open, setOpen] = useState<Open | null>(null);
  const free = advances.reduce((sum, advance) => sum + advance.free, 0);
  return (
    <Card title="Bills & Credit Notes" flush actions={<AllDocuments supplier={supplier} />}>
      {free > 0 && (
        <p className="paper-heading">
          <span className="figures">{formatPounds(free)}</span> of credit is unallocated.
        </p>
      )}
      <LongTable
        label="Bills"
        rows={found.page.data?.data}
        load={found.page}
        rowKey={bill => bill.id}
        columns={billColumns({
          supplier,
          hasActions: [
            supplierDocuments.credit,
            payments.allocate,
            supplierDocuments.reverseBill,
            supplierAllocations.list,
          ].some(canCall),
          onCredit: canCall(supplierDocuments.credit) && (bill => setOpen({ kind: 'credit_bill', bill })),
          onAdvance: bill => setOpen({ kind: 'use_advance', bill }),
          onAllocations: bill => setOpen({ kind: 'allocations', bill }),
          onReverse:
            canCall(supplierDocuments.reverseBill) && (bill => setOpen({ kind: 'reverse_bill', bill })),
        })}
        empty={found.text === '' ? 'No bills from this supplier yet.' : 'No bills match this search.'}
      />
      <VatNumberNote bills={found.bills} />
      <BillSearch found={found} />
      {canCall(supplierCredits.list) && (
        <CreditNotes supplier={supplier} onReverse={credit => setOpen({ kind: 'reverse_credit', credit })} />
      )}
      {open && (
        <DocumentDialog
          open={open}
          supplier={supplier}
          advances={advances}
          onClose={() => setOpen(null)}
          onDone={message => {
            setOpen(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </Card>
  );
}

function AllDocuments({ supplier }: { supplier: Supplier }) {
  const search = { supplier_id: String(supplier.id) };
  return (
    <span className="paper-links">
      <MoreLink to="/purchases/bills" search={search}>
        All bills
      </MoreLink>
      <MoreLink to="/purchases/credits" search={search}>
        All credit notes
      </MoreLink>
    </span>
  );
}

type CreditNotesProps = { supplier: Supplier; onReverse: (credit: SupplierCreditRow) => void };

/** The latest credit notes; the list has them all. */
function CreditNotes({ supplier, onReverse }: CreditNotesProps) {
  const { canCall } = useAccess();
  const page = useQuery(creditsOfSupplier(supplier.id));
  return (
    <>
      <h3 className="paper-heading">Credit notes</h3>
      <LongTable
        label="Credit notes"
        rows={page.data?.data}
        load={page}
        rowKey={credit => credit.number}
        columns={creditColumns({
          withSupplier: false,
          withJournal: canCall(journals.get),
          onReverse: canCall(supplierDocuments.reverseCredit) && onReverse,
        }).map(({ sort: _sorted, ...column }) => column)}
        empty="No credit notes from this supplier yet."
      />
    </>
  );
}

type DialogProps = {
  open: Open;
  supplier: Supplier;
  advances: ReturnType<typeof useAdvances>;
  onClose: () => void;
  onDone: (message: string) => void;
};

function DocumentDialog({ open, supplier, advances, ...handlers }: DialogProps) {
  if (open.kind === 'reverse_credit') {
    const { id, number, supplier_credit_number, gross, on_account } = open.credit;
    const document = { id, supplierNumber: supplier_credit_number ?? number, allocated: gross - on_account };
    return <ReverseDocumentDialog what="credit" document={document} {...handlers} />;
  }
  const { bill } = open;
  if (open.kind === 'credit_bill')
    return <SupplierCreditDialog supplier={supplier} billId={bill.id} {...handlers} />;
  if (open.kind === 'allocations')
    return <AllocationsDialog bill={bill} supplierId={supplier.id} onClose={handlers.onClose} />;
  if (open.kind === 'use_advance')
    return <UseAdvanceDialog bill={bill} supplierId={supplier.id} advances={advances} {...handlers} />;
  const document = {
    id: bill.id,
    supplierNumber: bill.supplier_bill_number,
    allocated: bill.gross - bill.outstanding,
  };
  return <ReverseDocumentDialog what="bill" document={document} {...handlers} />;
}
