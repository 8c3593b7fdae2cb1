import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Eye, Trash2, Undo2, Upload } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import { type ImportRow, importStateNames, imports } from '#domain/imports/import.contract';
import { importKinds, importTerms, canImport } from '#domain/imports/import-kinds';
import { confirmedRemoval } from '../../platform/confirm';
import { request } from '../../platform/api';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useUser } from '../../platform/session';
import { useShortcut } from '../../platform/shortcuts';
import { Badge } from '../../ui/badge';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton, TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useReload } from '../../platform/reload';
import { stateTones } from './import-words';
import { importPage } from './imports.queries';

/** The imports of the kinds that the user may import, newest first. */
export function ImportListPage() {
  const list = useListState(imports.list);
  const page = useQuery(importPage(list.query));
  const reload = useReload(imports.list);
  const notices = useNotice();
  const navigate = useNavigate();
  const open = ({ id }: ImportRow) => void navigate({ to: '/imports/$id', params: { id: String(id) } });
  useShortcut('n', 'New import', () => void navigate({ to: '/imports/new' }));
  const discard = ({ id }: ImportRow) =>
    void removeAfterConfirming(notices, {
      question: 'Discard this import?',
      action: 'Discard',
      send: () => request(imports.discard, { params: { id }, shownInPlace: true }),
      failure: 'Error',
      onDone: reload,
    });
  const undo = async (imported: ImportRow) => {
    if (!(await confirmedRemoval('Undo this import?', 'Undo import', undoQuestion(imported)))) return;
    try {
      await request(imports.undo, { params: { id: imported.id }, shownInPlace: true });
      open(imported);
    } catch (error) {
      notices.failedWrite(error, 'Error');
    }
  };
  return (
    <ListPage
      title="Imports"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={imports.export} fileName="imports" />
          <LinkButton to="/imports/new" leftSection={<Upload size={16} />}>
            New import
          </LinkButton>
        </>
      }
      filters={<ImportFilters list={list} />}
      empty={
        list.isNarrowed
          ? 'No imports match this search.'
          : 'No imports yet. Upload a CSV or XLSX file of products, customers, suppliers, master data or sales history.'
      }
    >
      <DataTable
        label="Imports"
        list={list}
        rows={page.data?.data}
        rowKey={imported => imported.id}
        isStale={page.isPlaceholderData}
        columns={columns({ open, undo: imported => void undo(imported), discard })}
        onOpen={open}
      />
    </ListPage>
  );
}

function ImportFilters({ list }: { list: ListStateOf<typeof imports.list> }) {
  const user = useUser();
  const mine = importKinds.filter(kind => canImport(user, kind));
  return (
    <>
      <SearchFilter list={list} placeholder="Search by file name..." />
      <SelectFilter
        list={list}
        name="kind"
        label="Kind"
        all="All kinds"
        options={mine.map(kind => ({ value: kind, label: importTerms[kind].many }))}
      />
      <SelectFilter
        list={list}
        name="state"
        label="Status"
        all="All Status"
        options={Object.entries(importStateNames).map(([value, label]) => ({ value, label }))}
      />
    </>
  );
}

/** The confirmation before an import is undone. */
export const undoQuestion = ({ counts, kind }: Pick<ImportRow, 'counts' | 'kind'>): string =>
  importTerms[kind].isPosted
    ? `${countOf(counts.new, 'posted entry', 'posted entries')} will be reversed, each on its own date.`
    : `${countOf(counts.new, 'new record')} will be deleted, and ${countOf(counts.changed, 'changed record')} restored to previous values.`;

type Actions = Record<'open' | 'undo' | 'discard', (imported: ImportRow) => void>;

const number = (header: string, value: (imported: ImportRow) => number): Column<ImportRow> => ({
  header,
  align: 'end',
  cell: imported => <span className="figures">{value(imported).toLocaleString('en-GB')}</span>,
});

const columns = ({ open, undo, discard }: Actions): Columns<typeof imports.list> => [
  {
    header: 'File',
    cell: ({ id, file_name }) => (
      <TextLink to="/imports/$id" params={{ id: String(id) }} fw={560}>
        {file_name}
      </TextLink>
    ),
  },
  { header: 'Kind', kind: 'code', cell: ({ kind }) => importTerms[kind].many },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{importStateNames[state]}</Badge>,
  },
  number('Rows', imported => imported.row_count),
  number('New', imported => imported.counts.new),
  number('Changed', imported => imported.counts.changed),
  number('Unchanged', imported => imported.counts.unchanged),
  number('Rejected', imported => imported.counts.rejected),
  { header: 'By', kind: 'person', cell: ({ created_by }) => created_by },
  {
    header: 'Uploaded',
    kind: 'date',
    sort: 'created_at',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '112px',
    cell: imported => (
      <span className="row-actions">
        <RowAction icon={Eye} label="Open" of={imported.file_name} onClick={() => open(imported)} />
        {!importTerms[imported.kind].isHistory && (
          <RowAction
            icon={Undo2}
            label="Undo"
            of={imported.file_name}
            can={imported.can.undo}
            onClick={() => undo(imported)}
          />
        )}
        <RowAction
          icon={Trash2}
          label="Discard"
          of={imported.file_name}
          danger
          can={imported.can.discard}
          onClick={() => discard(imported)}
        />
      </span>
    ),
  },
];
