import { useNavigate } from '@tanstack/react-router';
import { customerAttachments } from '#domain/customers/customer-attachment.contract';
import type { CustomerDetail } from '#domain/customers/customer.contract';
import { useAccess } from '../../platform/access';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { everything } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { TakePaymentDialog } from '../wallet';
import { CustomerActions, type CustomerDialogState } from './customer-actions';
import { CustomerBalance, CustomerOpenInvoices } from './customer-balance';
import { BackToList } from './customer-form-pages';
import { CustomerInformation } from './customer-information';
import { CustomerSales } from './customer-sales';
import { CustomerLockedNotice } from './customer-state';
import { EraseDialog, MergeDialog } from './lazy-dialogs';
import { customerById, customerList } from './customers.queries';

export const CustomerDetailPage = () => (
  <RecordOrReason
    record={customerById}
    list={customerList}
    noun="customer"
    title="Customer"
    back={<BackToList />}
  >
    {customer => <Details customer={customer} />}
  </RecordOrReason>
);

function Details({ customer }: { customer: CustomerDetail }) {
  const { can } = useAccess();
  const navigate = useNavigate();
  // A merge moves balances, sales and emails, so everything on the page is reloaded.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<CustomerDialogState>(everything);
  const canChange = customer.merged_into === null && customer.erased_at === null;
  const hasLedger = !customer.is_walk_in && can('view_ledger');
  const edit = () => void navigate({ to: '/customers/edit/$id', params: { id: String(customer.id) } });
  useShortcut('e', 'Edit customer', edit, canChange && can('edit_customer'));
  return (
    <RecordPage
      title={customer.name}
      status={customer.number}
      actions={<CustomerActions customer={customer} notices={notices} onEdit={edit} onOpen={setOpen} />}
      notices={notices}
      sections={{
        summary: (
          <>
            {!canChange && <CustomerLockedNotice customer={customer} />}
            {hasLedger && <CustomerBalance customerId={customer.id} />}
            <CustomerInformation customer={customer} />
          </>
        ),
        money: !customer.is_walk_in && (
          <>
            {hasLedger && <CustomerOpenInvoices customerId={customer.id} />}
            <CustomerSales customerId={customer.id} />
          </>
        ),
        files: canChange && !customer.is_walk_in && (
          <AttachmentsCard
            calls={customerAttachments}
            recordId={customer.id}
            title="Attachments"
            empty="No attachments yet. Attach account applications and agreements."
            notices={notices}
          />
        ),
        history: (
          <>
            <RecordEmailsCard type="customer" id={customer.id} />
            <RecordActivity recordType="customer" recordId={customer.id} canWrite={canChange} />
          </>
        ),
      }}
    >
      {open === 'take-payment' && (
        <TakePaymentDialog customerId={customer.id} onClose={close} onDone={changed} />
      )}
      {open === 'merge' && <MergeDialog customer={customer} onClose={close} onDone={changed} />}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
