import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type {
  MasterRow,
  PlainMasterCalls,
  SubCategoryCalls,
  SubCategoryRow,
} from '#domain/masters/master.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { type Column, DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { onDemand } from '../../ui/on-demand';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/search-filter';
import { StatusFilter } from '../../ui/select-filter';
import { RowAction } from '../../ui/row-action';
import { StatusBadge } from '../../ui/status-badge';

const MasterModal = onDemand(async () => (await import('./master-modal')).MasterModal);

export type Master = MasterRow | SubCategoryRow;

/** What distinguishes the five master screens; everything else is one screen by specification. */
export type MasterScreen = {
  readonly calls: PlainMasterCalls | SubCategoryCalls;
  /** The title of the screen: "Units". */
  readonly many: string;
  /** The name of one: "Unit", as in "Add Unit". */
  readonly one: string;
  /** Sub-categories stand within a category. */
  readonly hasCategory: boolean;
};

export function MasterPage({ screen }: { screen: MasterScreen }) {
  const { calls, many, one } = screen;
  const list = useListState(calls.list);
  const { can } = useAccess();
  const queries = useQueryClient();
  const notice = useNotice();
  const [edited, setEdited] = useState<Master | 'new' | null>(null);
  const page = useQuery({
    queryKey: [calls.list.path, list.query],
    queryFn: ({ signal }) => request(calls.list, { query: list.query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  const reload = () => queries.invalidateQueries({ queryKey: [calls.list.path] });
  useShortcut('n', `Add ${one}`, () => setEdited('new'), can('create_master'));

  const remove = async (master: Master) => {
    if (!window.confirm('Delete this record?')) return;
    try {
      await request(calls.remove, { params: { id: master.id }, shownInPlace: true });
      notice.succeeded('Deleted successfully!');
      await reload();
    } catch (error) {
      notice.failed(messageOf(error, 'Error'));
    }
  };

  const add = can('create_master') && (
    <Button leftSection={<Plus size={16} />} onClick={() => setEdited('new')}>
      Add {one}
    </Button>
  );
  return (
    <>
      <ListPage
        title={many}
        list={list}
        page={page}
        notice={<NoticeAlert notice={notice.notice} onDismiss={notice.dismiss} />}
        actions={
          <>
            <ExportMenu list={list} call={calls.export} fileName={many.toLowerCase().replaceAll(' ', '-')} />
            {add}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name..." />
            <StatusFilter list={list} />
          </>
        }
        empty={
          list.isNarrowed
            ? `No ${many.toLowerCase()} match this search.`
            : `There are no ${many.toLowerCase()} yet.`
        }
      >
        <DataTable
          label={many}
          list={list}
          rows={page.data?.data as readonly Master[] | undefined}
          rowKey={master => master.id}
          isStale={page.isPlaceholderData}
          columns={columnsOf(screen, {
            onEdit: can('edit_master') && setEdited,
            onDelete: can('delete_master') && remove,
          })}
          onOpen={master => can('edit_master') && setEdited(master)}
        />
      </ListPage>
      {edited && (
        <MasterModal
          screen={screen}
          master={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            notice.succeeded('Saved successfully!');
            void reload();
          }}
        />
      )}
    </>
  );
}

type Actions = { onEdit: false | ((master: Master) => void); onDelete: false | ((master: Master) => void) };

function columnsOf(screen: MasterScreen, { onEdit, onDelete }: Actions): Column<Master>[] {
  return [
    { header: 'Name', sort: 'name', cell: master => master.name },
    ...(screen.hasCategory
      ? [{ header: 'Category', cell: (master: Master) => ('category' in master ? master.category.name : '') }]
      : []),
    { header: 'Status', width: '160px', cell: master => <StatusBadge status={master.status} /> },
    {
      header: 'Actions',
      width: '120px',
      align: 'end',
      cell: master => (
        <span className="row-actions">
          {onEdit && <RowAction icon={Pencil} label="Edit" of={master.name} onClick={() => onEdit(master)} />}
          {onDelete && (
            <RowAction
              icon={Trash2}
              label="Delete"
              of={master.name}
              danger
              onClick={() => onDelete(master)}
            />
          )}
        </span>
      ),
    },
  ];
}
