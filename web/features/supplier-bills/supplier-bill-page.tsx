import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { useAccess } from '../../platform/access';
import { everything } from '../../platform/reload';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { RecordActivity } from '../notes';
import { AllocationsCard } from '../supplier-allocations';
import { BillBadge } from '../supplier-documents';
import { BillActions } from './bill-actions';
import { billChain } from './bill-chain';
import { BillDialogs, type BillDialogState } from './bill-dialogs';
import { BillInformation } from './bill-information';
import { BillLines } from './bill-lines';
import { billById, billList } from './supplier-bills.queries';

/** One supplier bill: what it is for, what is owed on it and what settled it. */
export const SupplierBillPage = () => (
  <RecordOrReason
    record={billById}
    list={billList}
    noun="supplier bill"
    title="Supplier Bill"
    back={<BackToBills />}
  >
    {bill => <Details bill={bill} />}
  </RecordOrReason>
);

const BackToBills = () => <BackButton to="/purchases/bills">Back to List</BackButton>;

function Details({ bill }: { bill: SupplierBillDetail }) {
  const { canCall } = useAccess();
  // Payments and reversals also change ledgers, the order and the supplier's figures.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<BillDialogState>(everything);
  return (
    <RecordPage
      title={bill.number}
      status={
        <>
          <BillBadge bill={bill} />
          <span>
            {bill.supplier_bill_number} from {bill.supplier.name}
          </span>
        </>
      }
      actions={
        <>
          <BackToBills />
          <BillActions bill={bill} onOpen={setOpen} />
        </>
      }
      notices={notices}
      chain={billChain(bill)}
      sections={{
        summary: <BillInformation bill={bill} />,
        lines: <BillLines bill={bill} />,
        money: bill.reversed_at === null && canCall(supplierAllocations.list) && (
          <AllocationsCard supplierId={bill.supplier.id} billId={bill.id} notices={notices} />
        ),
        files: (
          <AttachmentsCard
            calls={billAttachments}
            recordId={bill.id}
            title="Attachments"
            empty="No attachments yet. Attach the supplier’s invoice: it is the evidence for the VAT."
            notices={notices}
          />
        ),
        history: <RecordActivity recordType="supplier_bill" recordId={bill.id} />,
      }}
    >
      {open && <BillDialogs bill={bill} open={open} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
