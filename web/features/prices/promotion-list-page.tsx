import { useQuery } from '@tanstack/react-query';
import { type PromotionRow, promotions, promotionStateNames } from '#domain/pricing/promotion.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListState } from '../../platform/list-state';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { editAndDelete } from '../../ui/table/edit-and-delete';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useEditedInList } from '../../ui/table/use-edited-in-list';
import { BulkChangesLink, useBulkSelection } from '../bulk-changes';
import { PromotionCellEditor, PromotionDialog } from './lazy-dialogs';
import { promotionBulkTerms } from './price-bulk';
import { promotionPage } from './prices.queries';
import { chosenWords, promotionTones, termsOf } from './promotion-words';

const stateOptions = Object.entries(promotionStateNames).map(([value, label]) => ({ value, label }));

/** The list of promotions. */
export function PromotionListPage() {
  const list = useListState(promotions.list);
  const page = useQuery(promotionPage(list.query));
  const { can, canCall } = useAccess();
  const notices = useNotice();
  const canEdit = can('edit_product');
  const selection = useBulkSelection<PromotionRow>({ list, page: page.data, terms: promotionBulkTerms });
  const choice = canEdit || canCall(promotions.export) ? [selection.column] : [];
  const { edited, edit, add, reload, dialogProps } = useEditedInList<PromotionRow>({
    one: 'promotion',
    read: promotions.list,
    canAdd: canEdit,
    notices,
  });
  const remove = (promotion: PromotionRow) =>
    void removeAfterConfirming(notices, {
      question: `Delete the promotion ${promotion.name}?`,
      send: () => request(promotions.remove, { params: { id: promotion.id }, shownInPlace: true }),
      failure: 'The promotion could not be deleted.',
      onDone: () => {
        selection.forget(promotion.id);
        reload();
      },
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
            <ExportMenu list={list} {...promotionBulkTerms.exported} />
            <BulkChangesLink list="promotions" needs="edit_product" />
            {canEdit && <AddButton label="Add promotion" onClick={add} />}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name" />
            <SelectFilter list={list} name="state" label="Status" all="All Status" options={stateOptions} />
          </>
        }
        selection={selection.bar}
        empty={
          list.isNarrowed
            ? 'No promotions match this search.'
            : 'No promotions yet. Add one to discount products between two dates.'
        }
      >
        <DataTable
          label="Promotions"
          list={list}
          rows={page.data?.data}
          rowKey={promotion => promotion.id}
          isStale={page.isPlaceholderData}
          columns={[...choice, ...columns, ...(canEdit ? [editAndDelete(edit, remove)] : [])]}
          {...(canEdit ? { onOpen: edit } : {})}
          edits={canEdit && { Editor: PromotionCellEditor }}
        />
      </ListPage>
      {edited && <PromotionDialog id={edited === 'new' ? null : edited.id} {...dialogProps} />}
    </>
  );
}

const columns: Columns<typeof promotions.list> = [
  { header: 'Name', sort: 'name', edit: ['name'], cell: promotion => promotion.name },
  { header: 'Terms', phone: 'detail', cell: termsOf },
  { header: 'For', cell: chosenWords },
  {
    header: 'From',
    kind: 'date',
    phone: 'detail',
    sort: 'starts_on',
    cell: promotion => <Day date={promotion.starts_on} />,
  },
  {
    header: 'Until',
    kind: 'date',
    phone: 'detail',
    sort: 'ends_on',
    cell: promotion => <Day date={promotion.ends_on} />,
  },
  {
    header: 'Status',
    kind: 'status',
    width: '120px',
    edit: ['status'],
    cell: ({ state }) => <Badge tone={promotionTones[state]}>{promotionStateNames[state]}</Badge>,
  },
];
