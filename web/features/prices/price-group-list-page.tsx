import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '#domain/kernel/percent';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListState } from '../../platform/list-state';
import { AddButton } from '../../ui/add-button';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { editAndDelete } from '../../ui/table/edit-and-delete';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { StatusFilter } from '../../ui/filters/select-filter';
import { StatusBadge } from '../../ui/status-badge';
import { useEditedInList } from '../../ui/table/use-edited-in-list';
import { BulkChangesLink, useBulkSelection } from '../bulk-changes';
import { PriceGroupCellEditor, PriceGroupDialog } from './lazy-dialogs';
import { priceGroupBulkTerms } from './price-bulk';
import { priceGroupPage } from './prices.queries';

/** The price groups of customers. */
export function PriceGroupListPage() {
  const list = useListState(priceGroups.list);
  const page = useQuery(priceGroupPage(list.query));
  const { can, canCall } = useAccess();
  const notices = useNotice();
  const canEdit = can('edit_product');
  const selection = useBulkSelection<PriceGroup>({ list, page: page.data, terms: priceGroupBulkTerms });
  const choice = canEdit || canCall(priceGroups.export) ? [selection.column] : [];
  const { edited, edit, add, reload, dialogProps } = useEditedInList<PriceGroup>({
    one: 'price group',
    read: priceGroups.list,
    canAdd: canEdit,
    notices,
  });
  const remove = (group: PriceGroup) =>
    void removeAfterConfirming(notices, {
      question: `Delete the price group ${group.name}?`,
      send: () => request(priceGroups.remove, { params: { id: group.id }, shownInPlace: true }),
      failure: 'The price group could not be deleted.',
      onDone: () => {
        selection.forget(group.id);
        reload();
      },
    });
  return (
    <>
      <ListPage
        title="Price Groups"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} {...priceGroupBulkTerms.exported} />
            <BulkChangesLink list="price_groups" needs="edit_product" />
            {canEdit && <AddButton label="Add price group" onClick={add} />}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name" />
            <StatusFilter list={list} />
          </>
        }
        selection={selection.bar}
        empty={
          list.isNarrowed
            ? 'No price groups match this search.'
            : 'No price groups yet. Every customer pays the list price.'
        }
      >
        <DataTable
          label="Price Groups"
          list={list}
          rows={page.data?.data}
          rowKey={group => group.id}
          isStale={page.isPlaceholderData}
          columns={[...choice, ...columns, ...(canEdit ? [editAndDelete(edit, remove)] : [])]}
          {...(canEdit ? { onOpen: edit } : {})}
          edits={canEdit && { Editor: PriceGroupCellEditor }}
        />
      </ListPage>
      {edited && <PriceGroupDialog group={edited === 'new' ? null : edited} {...dialogProps} />}
    </>
  );
}

const columns: Columns<typeof priceGroups.list> = [
  { header: 'Name', sort: 'name', edit: ['name'], cell: group => group.name },
  {
    header: 'Off list price',
    phone: 'figure',
    align: 'end',
    edit: ['percent_off'],
    cell: group => <span className="figures">{formatPercent(group.percent_off)}</span>,
    phoneCell: group => `${formatPercent(group.percent_off)} off`,
  },
  {
    header: 'Products with their own price',
    align: 'end',
    cell: group => <span className="figures">{group.products.toLocaleString('en-GB')}</span>,
  },
  {
    header: 'Status',
    kind: 'status',
    width: '140px',
    edit: ['status'],
    cell: group => <StatusBadge status={group.status} />,
  },
];
