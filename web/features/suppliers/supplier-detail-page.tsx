import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { supplierAttachments } from '#domain/suppliers/supplier-attachment.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import type { SupplierDetail } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import {
  SupplierBillDialog,
  SupplierCreditDialog,
  SupplierDocuments,
  SupplierPaymentDialog,
  SupplierRefundDialog,
} from '../supplier-documents';
import { SupplierActions } from './supplier-actions';
import { SupplierEmailsCard } from './supplier-emails-card';
import { SupplierInformation } from './supplier-information';
import { SendSupplierEmailDialog, SupplierDialog } from './lazy-dialogs';
import { SupplierOrders } from './supplier-orders';
import { SupplierPrices } from './supplier-prices';
import { SupplierTermsCard } from './supplier-terms-card';
import { SupplierTransactions } from './supplier-transactions';
import { supplierList } from './suppliers.queries';
import { ofSuppliers, supplierById } from './suppliers-details.queries';

/** One supplier: details, orders, money, prices and emails. */
export const SupplierDetailPage = () => (
  <RecordOrReason
    record={supplierById}
    list={supplierList}
    noun="supplier"
    title="Supplier Details"
    failure="Failed to load supplier details"
    back={<BackButton to="/suppliers">Back to List</BackButton>}
  >
    {supplier => <Details supplier={supplier} />}
  </RecordOrReason>
);

type SupplierDialogState = 'email' | 'edit' | 'bill' | 'credit' | 'pay' | 'refund';

function Details({ supplier }: { supplier: SupplierDetail }) {
  const { can, canCall } = useAccess();
  const { notices, reload, open, setOpen, close, changed } = useRecordDialogs<SupplierDialogState>(
    ...ofSuppliers,
  );
  useShortcut('e', 'Edit the supplier', () => setOpen('edit'), can('edit_supplier'));
  return (
    <RecordPage
      title="Supplier Details"
      name={supplier.name}
      status={supplier.name}
      actions={<SupplierActions supplier={supplier} notices={notices} onOpen={setOpen} />}
      notices={notices}
      sections={{
        summary: <SupplierInformation supplier={supplier} />,
        lines: <SupplierOrders supplier={supplier} />,
        money: (
          <>
            <SupplierTransactions supplier={supplier} notices={notices} />
            {canCall(supplierDocuments.openBills) && (
              <SupplierDocuments supplier={supplier} notices={notices} />
            )}
            <SupplierTermsCard supplierId={supplier.id} onChanged={reload} />
            {canCall(supplierPrices.list) && <SupplierPrices supplierId={supplier.id} />}
          </>
        ),
        files: (
          <AttachmentsCard
            calls={supplierAttachments}
            recordId={supplier.id}
            title="Attachments"
            empty="No attachments yet. Attach contracts, price lists and certificates."
            notices={notices}
          />
        ),
        history: (
          <>
            {can('create_email') && <SupplierEmailsCard supplierId={supplier.id} />}
            <RecordEmailsCard type="supplier" id={supplier.id} />
            <RecordActivity recordType="supplier" recordId={supplier.id} />
          </>
        ),
      }}
    >
      {open === 'email' && <SendSupplierEmailDialog supplier={supplier} onClose={close} />}
      {(open === 'bill' || open === 'credit' || open === 'pay' || open === 'refund') && (
        <SupplierDocumentDialog kind={open} supplier={supplier} onClose={close} onDone={changed} />
      )}
      {open === 'edit' && (
        <SupplierDialog supplier={supplier} onClose={close} onSaved={() => changed('Saved successfully!')} />
      )}
    </RecordPage>
  );
}

type DocumentProps = {
  kind: 'bill' | 'credit' | 'pay' | 'refund';
  supplier: SupplierDetail;
  onClose: () => void;
  onDone: (message: string) => void;
};
const dialogs = {
  bill: SupplierBillDialog,
  credit: SupplierCreditDialog,
  pay: SupplierPaymentDialog,
  refund: SupplierRefundDialog,
};
function SupplierDocumentDialog({ kind, ...props }: DocumentProps) {
  const Dialog = dialogs[kind];
  return <Dialog {...props} />;
}
