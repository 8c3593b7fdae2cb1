import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CustomerDetail } from '#domain/customers/customer.contract';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { everything, useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { CustomerActions, type CustomerDialogState } from './customer-actions';
import { CustomerBalance } from './customer-balance';
import { CustomerInformation } from './customer-information';
import { CustomerSales } from './customer-sales';
import { CustomerLockedNotice } from './customer-state';
import { EraseDialog, MergeDialog } from './lazy-dialogs';
import { customerById } from './customers.queries';

export const CustomerDetailPage = () => (
  <RecordOrReason record={customerById} noun="customer" title="Customer">
    {customer => <Details customer={customer} />}
  </RecordOrReason>
);

function Details({ customer }: { customer: CustomerDetail }) {
  const { can } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  // A merge moves balances, sales and emails, so everything on the page is reloaded.
  const reload = useReload(everything);
  const [openDialog, setOpenDialog] = useState<CustomerDialogState | null>(null);
  usePageTitle(customer.name);
  const canChange = customer.merged_into === null && customer.erased_at === null;
  const edit = () => void navigate({ to: '/customers/edit/$id', params: { id: String(customer.id) } });
  useShortcut('e', 'Edit customer', edit, canChange && can('edit_customer'));
  const close = () => setOpenDialog(null);
  const done = (message: string) => {
    close();
    reload(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title={customer.name}
        detail={customer.number}
        actions={
          <CustomerActions customer={customer} notices={notices} onEdit={edit} onOpen={setOpenDialog} />
        }
      />
      <NoticeAlert notices={notices} />
      {!canChange && <CustomerLockedNotice customer={customer} />}
      {!customer.is_walk_in && can('view_ledger') && <CustomerBalance customerId={customer.id} />}
      <CustomerInformation customer={customer} />
      {!customer.is_walk_in && <CustomerSales customerId={customer.id} />}
      <RecordEmailsCard type="customer" id={customer.id} />
      <RecordActivity recordType="customer" recordId={customer.id} canWrite={canChange} />
      {openDialog === 'merge' && <MergeDialog customer={customer} onClose={close} onDone={done} />}
      {openDialog === 'erase' && <EraseDialog customer={customer} onClose={close} onDone={done} />}
    </>
  );
}
