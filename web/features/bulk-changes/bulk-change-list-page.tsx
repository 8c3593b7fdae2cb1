import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type BulkChangeRow,
  bulkChanges,
  bulkListNames,
  bulkStateNames,
} from '#domain/bulk-changes/bulk-change.contract';
import { useListState } from '../../platform/list-state';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { bulkChangePage } from './bulk-changes.queries';
import { stateTones } from './state-tones';

/** The bulk changes of the lists that the user may change, newest first. */
export function BulkChangeListPage() {
  const list = useListState(bulkChanges.list);
  const page = useQuery(bulkChangePage(list.query));
  const notices = useNotice();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Bulk changes"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={bulkChanges.export} fileName="bulk-changes" />}
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by user" />
          <SelectFilter
            list={list}
            name="list"
            label="List"
            all="All lists"
            options={optionsFrom(bulkListNames)}
          />
          <SelectFilter
            list={list}
            name="state"
            label="Status"
            all="All Status"
            options={optionsFrom(bulkStateNames)}
          />
        </>
      }
      empty={
        list.isNarrowed
          ? 'No bulk changes match this search.'
          : 'No bulk changes yet. Select rows in a list such as products or customers, and choose Edit selected.'
      }
    >
      <DataTable
        label="Bulk changes"
        list={list}
        rows={page.data?.data}
        rowKey={change => change.id}
        isStale={page.isPlaceholderData}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/bulk-changes/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

const figure = (count: number) => <span className="figures">{count.toLocaleString('en-GB')}</span>;
const number = (header: string, count: (change: BulkChangeRow) => number) =>
  ({ header, align: 'end', cell: (change: BulkChangeRow) => figure(count(change)) }) as const;

const columns: Columns<typeof bulkChanges.list> = [
  {
    header: 'Change',
    cell: ({ id, summary }) => (
      <TextLink to="/bulk-changes/$id" params={{ id: String(id) }} fw={560}>
        {summary}
      </TextLink>
    ),
  },
  { header: 'List', kind: 'code', cell: ({ list }) => bulkListNames[list] },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{bulkStateNames[state]}</Badge>,
  },
  number('Records', change => change.row_count),
  number('Changed', change => change.changed_count),
  number('Refused', change => change.refused_count),
  number('Undone', change => change.undone_count),
  { header: 'By', kind: 'person', cell: ({ created_by }) => created_by },
  {
    header: 'Started',
    kind: 'date',
    sort: 'created_at',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];
