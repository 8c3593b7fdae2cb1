import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type PromotionRow, promotions, promotionStateNames } from '#domain/pricing/promotion.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListPage, useReload } from '../../platform/list-page-query';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { removeAfterAsking, useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/row-action';
import { SearchFilter } from '../../ui/search-filter';
import { SelectFilter } from '../../ui/select-filter';
import { PromotionModal } from './price-windows';
import { chosenWords, promotionTones, termsOf } from './promotion-words';

const stateOptions = Object.entries(promotionStateNames).map(([value, label]) => ({ value, label }));

/** What is cheaper for a time. */
export function PromotionListPage() {
  const list = useListState(promotions.list);
  const page = useListPage<PromotionRow>(promotions.list, list);
  const reload = useReload(promotions.list.path);
  const { can } = useAccess();
  const notices = useNotice();
  const [edited, setEdited] = useState<PromotionRow | 'new' | null>(null);
  const mayEdit = can('edit_product');
  useShortcut('n', 'Add promotion', () => setEdited('new'), mayEdit);
  const remove = (promotion: PromotionRow) =>
    void removeAfterAsking(notices, {
      question: `Delete the promotion ${promotion.name}?`,
      send: () => request(promotions.remove, { params: { id: promotion.id }, shownInPlace: true }),
      failure: 'The promotion could not be deleted.',
      onDone: reload,
    });
  return (
    <>
      <ListPage
        title="Promotions"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} call={promotions.export} fileName="promotions" />
            {mayEdit && <AddButton label="Add promotion" onClick={() => setEdited('new')} />}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name" />
            <SelectFilter list={list} name="state" label="State" all="All states" options={stateOptions} />
          </>
        }
        empty={list.isNarrowed ? 'No promotions match this search.' : 'There are no promotions yet.'}
      >
        <DataTable
          label="Promotions"
          list={list}
          rows={page.data?.data}
          rowKey={promotion => promotion.id}
          isStale={page.isPlaceholderData}
          columns={mayEdit ? [...columns, actions(setEdited, remove)] : columns}
          {...(mayEdit ? { onOpen: setEdited } : {})}
        />
      </ListPage>
      {edited && (
        <PromotionModal
          id={edited === 'new' ? null : edited.id}
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

const columns: readonly Column<PromotionRow>[] = [
  { header: 'Name', sort: 'name', cell: promotion => promotion.name },
  { header: 'Terms', cell: termsOf },
  { header: 'For', cell: chosenWords },
  { header: 'From', sort: 'starts_on', cell: promotion => <Day date={promotion.starts_on} /> },
  { header: 'Until', sort: 'ends_on', cell: promotion => <Day date={promotion.ends_on} /> },
  {
    header: 'State',
    width: '120px',
    cell: ({ state }) => <Badge tone={promotionTones[state]}>{promotionStateNames[state]}</Badge>,
  },
];

const actions = (
  onEdit: (promotion: PromotionRow) => void,
  onDelete: (promotion: PromotionRow) => void,
): Column<PromotionRow> => ({
  header: 'Actions',
  width: '110px',
  align: 'end',
  cell: promotion => (
    <span className="row-actions">
      <RowAction icon={Pencil} label="Edit" of={promotion.name} onClick={() => onEdit(promotion)} />
      <RowAction
        icon={Trash2}
        label="Delete"
        of={promotion.name}
        danger
        onClick={() => onDelete(promotion)}
      />
    </span>
  ),
});
