import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { receiptPaperNames } from '#domain/tills/till-state';
import { type RegisterRow, registers } from '#domain/tills/till.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { StatusFilter } from '../../ui/filters/select-filter';
import { StatusBadge } from '../../ui/status-badge';
import { everything, useReload } from '../../platform/reload';
import { RegisterDialog } from './register-dialog';
import { registerPage } from './tills.queries';

const RegisterCellEditor = onDemand(async () => (await import('./register-cell-editor')).RegisterCellEditor);

/** The registers of the shop, each with a cash drawer. */
export function RegisterListPage() {
  const list = useListState(registers.list);
  const page = useQuery(registerPage(list.query));
  const reload = useReload(everything);
  const { canCall } = useAccess();
  const notices = useNotice();
  const [edited, setEdited] = useState<RegisterRow | 'new' | null>(null);
  const canEdit = canCall(registers.create);
  useShortcut('n', 'Add register', () => setEdited('new'), canEdit);
  return (
    <>
      <ListPage
        title="Registers"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} call={registers.export} fileName="registers" />
            {canEdit && <AddButton label="Add register" onClick={() => setEdited('new')} />}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name or code" />
            <StatusFilter list={list} />
          </>
        }
        empty={
          list.isNarrowed
            ? 'No registers match this search.'
            : 'No registers yet. Add one for each cash drawer.'
        }
      >
        <DataTable
          label="Registers"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          columns={canEdit ? [...columns, actions(setEdited)] : columns}
          {...(canEdit ? { onOpen: setEdited } : {})}
          edits={canEdit && { Editor: RegisterCellEditor }}
        />
      </ListPage>
      {edited && (
        <RegisterDialog
          register={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            reload(() => notices.succeeded('Saved successfully!'));
          }}
        />
      )}
    </>
  );
}

const columns: Columns<typeof registers.list> = [
  { header: 'Name', sort: 'name', edit: ['name'], cell: row => row.name },
  { header: 'Code', kind: 'code', sort: 'code', cell: row => <span className="figures">{row.code}</span> },
  { header: 'Receipts', edit: ['paper'], cell: row => receiptPaperNames[row.paper] },
  {
    header: 'Z reports',
    phone: 'hidden',
    align: 'end',
    cell: row => <span className="figures">{row.last_z_number.toLocaleString('en-GB')}</span>,
  },
  {
    header: 'Till',
    cell: row => (row.is_open ? <Badge tone="info">Open</Badge> : <Badge tone="secondary">Closed</Badge>),
  },
  {
    header: 'Status',
    kind: 'status',
    width: '140px',
    edit: ['status'],
    cell: row => <StatusBadge status={row.status} />,
  },
];

const actions = (onEdit: (register: RegisterRow) => void): Column<RegisterRow> => ({
  header: 'Actions',
  kind: 'actions',
  width: '90px',
  align: 'end',
  cell: row => <RowAction icon={Pencil} label="Edit" of={row.name} onClick={() => onEdit(row)} />,
});
