import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Customer, customers } from '#domain/customers/customer.contract';
import { useAccess } from '../../platform/access';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { BackButton } from '../../ui/page-link';
import { CustomerForm } from './customer-form';
import { CannotChange } from './customer-state';

/** Adds a customer, then shows it; who may not see customers goes on with the next one. */
export function CustomerCreatePage() {
  usePageTitle('Add customer');
  const ways = useWays();
  const [added, setAdded] = useState(0);
  const onSaved = (customer: Customer) => {
    setAdded(added + 1);
    ways.saved(customer);
  };
  return (
    <>
      <PageHeader title="Add customer" actions={<BackToList />} />
      <NoticeAlert notices={ways.notices} />
      <CustomerForm key={added} customer={null} onSaved={onSaved} onCancel={ways.toList} />
    </>
  );
}

/** Edits a customer, then shows it to those who may see customers. */
export const CustomerEditPage = () => (
  <RecordOrReason call={customers.get} noun="customer" title="Edit customer">
    {customer => <Edit customer={customer} />}
  </RecordOrReason>
);

function Edit({ customer }: { customer: Customer }) {
  usePageTitle(`Edit ${customer.name}`);
  const ways = useWays();
  const mayChange = customer.merged_into === null && customer.erased_at === null;
  return (
    <>
      <PageHeader title="Edit customer" detail={customer.name} actions={<BackToList />} />
      <NoticeAlert notices={ways.notices} />
      {mayChange ? (
        <CustomerForm
          key={ways.mayView ? customer.id : customer.version}
          customer={customer}
          onSaved={ways.saved}
          onCancel={() => ways.show(customer)}
        />
      ) : (
        <CannotChange customer={customer} />
      )}
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(customers.list.path);
  const notices = useNotice();
  const mayView = useAccess().can('view_customer');
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const leave = { ignoreBlocker: true };
  const toList = () => void navigate({ to: mayView ? '/customers' : '/', ...leave });
  const show = ({ id }: Customer) =>
    mayView ? void navigate({ to: '/customers/view/$id', params: { id: String(id) }, ...leave }) : toList();
  return {
    notices,
    mayView,
    toList,
    show,
    saved: (customer: Customer) => {
      reload();
      const words = `${customer.name} is saved.`;
      if (!mayView) return notices.succeeded(words);
      toast.success(words);
      show(customer);
    },
  };
}

/** Back to the list, for those who may see it. */
export function BackToList() {
  if (!useAccess().can('view_customer')) return null;
  return <BackButton to="/customers">Back to list</BackButton>;
}
