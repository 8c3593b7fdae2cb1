import { type Customer, customers } from '#domain/customers/customer.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { CustomerForm } from './customer-form';
import { CustomerLockedNotice } from './customer-state';
import { customerById } from './customers.queries';

/** Adds a customer, then shows it; users who may not view customers continue with the next one. */
export function CustomerCreatePage() {
  usePageTitle('Add customer');
  const afterSave = useCustomerSaved();
  return (
    <>
      <PageHeader title="Add customer" actions={<BackToList />} />
      <NoticeAlert notices={afterSave.notices} />
      <CustomerForm
        key={afterSave.times}
        customer={null}
        onSaved={afterSave.onSaved}
        onCancel={afterSave.toList}
      />
    </>
  );
}

/** Edits a customer, then shows it, with permission to view customers. */
export const CustomerEditPage = () => (
  <RecordOrReason record={customerById} noun="customer" title="Edit customer" isForEdit>
    {customer => <Edit customer={customer} />}
  </RecordOrReason>
);

function Edit({ customer }: { customer: Customer }) {
  usePageTitle(`Edit ${customer.name}`);
  const afterSave = useCustomerSaved();
  const canChange = customer.merged_into === null && customer.erased_at === null;
  return (
    <>
      <PageHeader title="Edit customer" detail={customer.name} actions={<BackToList />} />
      <NoticeAlert notices={afterSave.notices} />
      {canChange ? (
        <CustomerForm
          key={afterSave.canOpenPage(customer) ? customer.id : customer.version}
          customer={customer}
          onSaved={afterSave.onSaved}
          onCancel={() => afterSave.toPage(customer)}
        />
      ) : (
        <CustomerLockedNotice customer={customer} />
      )}
    </>
  );
}

const useCustomerSaved = () =>
  useSavedRecord<Customer>({
    read: customers.list,
    list: '/customers',
    page: ({ id }) => `/customers/view/${id}`,
    words: ({ name }) => `${name} saved.`,
  });

/** Back to the list, with permission to see it. */
export const BackToList = () => <BackButton to="/customers">Back to List</BackButton>;
