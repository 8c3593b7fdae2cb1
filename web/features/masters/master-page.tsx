import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { SearchFilter } from '../../ui/filters/search-filter';
import { StatusFilter } from '../../ui/filters/select-filter';
import { useEditedInList } from '../../ui/table/use-edited-in-list';
import { BulkChangesLink, useBulkSelection } from '../bulk-changes';
import { ImportLink } from '../imports';
import { masterBulkTerms } from './master-bulk';
import { masterColumns } from './master-columns';
import type { Master, MasterScreen } from './master-screen';
import { masterPage } from './masters.queries';
import { SelectButton } from './select-button';

const MasterDialog = onDemand(async () => (await import('./master-dialog')).MasterDialog);

export function MasterPage({ screen }: { screen: MasterScreen }) {
  const { calls, table, many, one } = screen;
  const list = useListState(calls.list);
  const page = useQuery(masterPage(screen, list.query));
  const { can, canCall } = useAccess();
  const terms = masterBulkTerms(screen);
  const selection = useBulkSelection<Master>({ list, page: page.data, terms });
  const canSelect = can('edit_master') || canCall(calls.export);
  // The specification has the columns of these tables (M-04), so check boxes come when they are asked for.
  const [isSelecting, setSelecting] = useState(false);
  const notices = useNotice();
  const { edited, edit, add, reload, dialogProps } = useEditedInList<Master>({
    one,
    read: calls.list,
    canAdd: can('create_master'),
    notices,
  });
  const onEdit = can('edit_master') && edit;
  const remove = ({ id }: Master) =>
    void removeAfterConfirming(notices, {
      question: 'Delete this record?',
      isAskedByBrowser: true,
      send: () => request(calls.remove, { params: { id }, shownInPlace: true }),
      failure: { specified: 'Error' },
      onDone: () => {
        selection.forget(id);
        reload();
      },
    });
  const onDelete = can('delete_master') && remove;
  return (
    <>
      <ListPage
        title={many}
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} {...terms.exported} />
            <ImportLink kind={table} needs="create_master" />
            <BulkChangesLink list={table} needs="edit_master" />
            {canSelect && <SelectButton isSelecting={isSelecting} onChange={setSelecting} />}
            {can('create_master') && <AddButton label={`Add ${one}`} onClick={add} />}
          </>
        }
        filters={<MasterFilters list={list} />}
        selection={selection.bar}
        empty={
          list.isNarrowed ? `No ${many.toLowerCase()} match this search.` : `No ${many.toLowerCase()} yet.`
        }
      >
        <DataTable
          label={many}
          list={list}
          rows={page.data?.data}
          rowKey={master => master.id}
          isStale={page.isPlaceholderData}
          columns={[
            ...(isSelecting ? [selection.column] : []),
            ...masterColumns(screen, { onEdit, onDelete }),
          ]}
          onOpen={onEdit || undefined}
          edits={can('edit_master') && { Editor: screen.CellEditor }}
        />
      </ListPage>
      {edited && <MasterDialog screen={screen} master={edited === 'new' ? null : edited} {...dialogProps} />}
    </>
  );
}

const MasterFilters = ({ list }: { list: ListStateOf<MasterScreen['calls']['list']> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by name..." />
    <StatusFilter list={list} />
  </>
);
