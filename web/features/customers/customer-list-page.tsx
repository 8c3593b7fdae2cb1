import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { customerKindNames, customerStateNames } from '#domain/customers/customer-fields';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { asFilterWord } from '#domain/kernel/list-query';
import {
  type Customer,
  type CustomerRow,
  balanceFilterNames,
  customers,
} from '#domain/customers/customer.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useUser } from '../../platform/session';
import { useShortcut } from '../../platform/shortcuts';
import { optionsFrom } from '../../ui/form/options-from';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useReload } from '../../platform/reload';
import { BulkChangesLink, useBulkSelection } from '../bulk-changes';
import { BulkEmailButton, BulkEmailsLink } from '../bulk-emails';
import { ImportLink } from '../imports';
import { useCustomerBulk } from './customer-bulk';
import { statementMailTerms } from './customer-bulk-email';
import { customerColumns } from './customer-columns';
import { customerPage, customerTotals } from './customers.queries';
import { CustomerCellEditor } from './lazy-dialogs';
import { useTags } from './tag-field';

export function CustomerListPage() {
  const list = useListState(customers.list);
  const page = useQuery(customerPage(list.query));
  const reload = useReload(customers.list);
  const { can } = useAccess();
  const user = useUser();
  const totals = useQuery({ ...customerTotals(list.query), enabled: can('view_ledger') });
  const navigate = useNavigate();
  const notices = useNotice();
  const selected = useBulkSelection<CustomerRow>({
    list,
    page: page.data,
    terms: useCustomerBulk(),
    renderActions: (selection, clear) => (
      <BulkEmailButton terms={statementMailTerms} selection={selection} onDone={clear} />
    ),
  });
  const add = () => void navigate({ to: '/customers/create' });
  useShortcut('n', 'Add customer', add, can('create_customer'));

  const open = ({ id }: Customer) => void navigate({ to: '/customers/view/$id', params: { id: String(id) } });
  const edit = ({ id }: Customer) => void navigate({ to: '/customers/edit/$id', params: { id: String(id) } });
  const remove = (customer: Customer) =>
    void removeAfterConfirming(notices, {
      question: `Delete ${customer.name}?`,
      send: () => request(customers.remove, { params: { id: customer.id }, shownInPlace: true }),
      failure: 'The customer could not be deleted.',
      onDone: () => {
        selected.forget(customer.id);
        reload();
      },
    });
  return (
    <ListPage
      title="Customers"
      list={list}
      page={page}
      notices={notices}
      actions={actionsOf(list, can('create_customer') && add)}
      filters={<CustomerFilters list={list} />}
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No customers match this search.'
          : 'No customers yet. Add customers who buy on account or have their own prices.'
      }
    >
      <DataTable
        label="Customers"
        list={list}
        rows={page.data?.data}
        rowKey={customer => customer.id}
        isStale={page.isPlaceholderData}
        columns={customerColumns(
          {
            choice: selected.column,
            onEdit: can('edit_customer') && edit,
            onOpen: open,
            onDelete: can('delete_customer') && remove,
            canGiveCredit: passesRecordRule('customerCredit', user),
          },
          can('view_ledger') && { totals: totals.data },
        )}
        onOpen={open}
        edits={can('edit_customer') && { Editor: CustomerCellEditor, canEdit: isOrdinary }}
      />
    </ListPage>
  );
}

/** Not a component, because a phone shows the primary one and puts the others into a menu. */
const actionsOf = (list: ListStateOf<typeof customers.list>, onAdd: false | (() => void)) => (
  <>
    <ExportMenu list={list} call={customers.export} fileName="customers" />
    <ImportLink kind="customers" needs="create_customer" />
    <BulkChangesLink list="customers" needs="edit_customer" />
    <BulkEmailsLink kind="statements" needs="view_ledger" />
    {onAdd && <AddButton label="Add customer" onClick={onAdd} />}
  </>
);

/** Others are edited in their form, where most of their fields are fixed. */
const isOrdinary = (customer: CustomerRow) =>
  !customer.is_walk_in && !customer.merged_into && !customer.erased_at;

function CustomerFilters({ list }: { list: ListStateOf<typeof customers.list> }) {
  const { can } = useAccess();
  const allTags = (useTags() ?? []).map(({ tag }) => tag);
  // The address may contain a tag no longer in use; it is still shown.
  const { tag } = list.filters;
  const tags = tag === undefined || allTags.includes(tag) ? allTags : [tag, ...allTags];
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, email, phone, number, postcode" />
      <SelectFilter
        list={list}
        name="status"
        label="Status"
        all="All Status"
        options={optionsFrom(customerStateNames)}
      />
      <SelectFilter
        list={list}
        name="kind"
        label="Kind"
        all="People and companies"
        options={optionsFrom(customerKindNames)}
      />
      {can('view_ledger') && (
        <SelectFilter
          list={list}
          name="standing"
          label="Balance"
          all="Any balance"
          options={optionsFrom(balanceFilterNames)}
        />
      )}
      <SelectFilter
        list={list}
        name="tag"
        label="Tag"
        all="Any tag"
        options={tags.map(name => ({ value: asFilterWord(name), label: name }))}
      />
    </>
  );
}
