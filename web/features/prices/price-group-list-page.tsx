import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '#domain/kernel/percent';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListPage, useReload } from '../../platform/list-page-query';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { type Column, DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { removeAfterAsking, useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/row-action';
import { SearchFilter } from '../../ui/search-filter';
import { StatusFilter } from '../../ui/select-filter';
import { StatusBadge } from '../../ui/status-badge';
import { PriceGroupModal } from './price-windows';

/** The groups of customers who pay other prices than the list says. */
export function PriceGroupListPage() {
  const list = useListState(priceGroups.list);
  const page = useListPage<PriceGroup>(priceGroups.list, list);
  const reload = useReload(priceGroups.list.path);
  const { can } = useAccess();
  const notices = useNotice();
  const [edited, setEdited] = useState<PriceGroup | 'new' | null>(null);
  const mayEdit = can('edit_product');
  useShortcut('n', 'Add price group', () => setEdited('new'), mayEdit);
  const remove = (group: PriceGroup) =>
    void removeAfterAsking(notices, {
      question: `Delete the price group ${group.name}?`,
      send: () => request(priceGroups.remove, { params: { id: group.id }, shownInPlace: true }),
      failure: 'The price group could not be deleted.',
      onDone: reload,
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
            <ExportMenu list={list} call={priceGroups.export} fileName="price-groups" />
            {mayEdit && <AddButton label="Add price group" onClick={() => setEdited('new')} />}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name" />
            <StatusFilter list={list} />
          </>
        }
        empty={
          list.isNarrowed
            ? 'No price groups match this search.'
            : 'There are no price groups yet. Everybody pays the list price.'
        }
      >
        <DataTable
          label="Price Groups"
          list={list}
          rows={page.data?.data}
          rowKey={group => group.id}
          isStale={page.isPlaceholderData}
          columns={mayEdit ? [...columns, actions(setEdited, remove)] : columns}
          {...(mayEdit ? { onOpen: setEdited } : {})}
        />
      </ListPage>
      {edited && (
        <PriceGroupModal
          group={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            notices.succeeded('Saved successfully!');
            reload();
          }}
        />
      )}
    </>
  );
}

const columns: readonly Column<PriceGroup>[] = [
  { header: 'Name', sort: 'name', cell: group => group.name },
  {
    header: 'Off the list price',
    align: 'end',
    cell: group => <span className="figures">{formatPercent(group.percent_off)}</span>,
  },
  {
    header: 'Products with their own price',
    align: 'end',
    cell: group => <span className="figures">{group.products.toLocaleString('en-GB')}</span>,
  },
  { header: 'Status', width: '140px', cell: group => <StatusBadge status={group.status} /> },
];

const actions = (
  onEdit: (group: PriceGroup) => void,
  onDelete: (group: PriceGroup) => void,
): Column<PriceGroup> => ({
  header: 'Actions',
  width: '110px',
  align: 'end',
  cell: group => (
    <span className="row-actions">
      <RowAction icon={Pencil} label="Edit" of={group.name} onClick={() => onEdit(group)} />
      <RowAction icon={Trash2} label="Delete" of={group.name} danger onClick={() => onDelete(group)} />
    </span>
  ),
});
