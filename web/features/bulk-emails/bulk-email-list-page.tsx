import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  bulkEmailItemNames,
  bulkEmailKindNames,
  type BulkEmailRow,
  bulkEmails,
  bulkEmailStateNames,
} from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
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
import { bulkEmailPage } from './bulk-emails.queries';
import { stateTones } from './state-tones';

/** The bulk emails of the kinds that the user may see, newest first. */
export function BulkEmailListPage() {
  const list = useListState(bulkEmails.list);
  const page = useQuery(bulkEmailPage(list.query));
  const notices = useNotice();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Bulk emails"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={bulkEmails.export} fileName="bulk-emails" />}
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by subject or user" />
          <SelectFilter
            list={list}
            name="kind"
            label="Emailed"
            all="All emails"
            options={optionsFrom(bulkEmailKindNames)}
          />
          <SelectFilter
            list={list}
            name="state"
            label="Status"
            all="All Status"
            options={optionsFrom(bulkEmailStateNames)}
          />
        </>
      }
      empty={
        list.isNarrowed
          ? 'No bulk emails match this search.'
          : 'No bulk emails yet. Select rows in the list of invoices, quotes, customers, purchase orders or employees, and choose Email.'
      }
    >
      <DataTable
        label="Bulk emails"
        list={list}
        rows={page.data?.data}
        rowKey={bulkEmail => bulkEmail.id}
        isStale={page.isPlaceholderData}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/bulk-emails/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

const number = (header: string, count: (bulkEmail: BulkEmailRow) => number) =>
  ({
    header,
    align: 'end',
    cell: (bulkEmail: BulkEmailRow) => (
      <span className="figures">{count(bulkEmail).toLocaleString('en-GB')}</span>
    ),
  }) as const;

const columns: Columns<typeof bulkEmails.list> = [
  {
    header: 'Emailed',
    phone: 'title',
    cell: ({ id, kind, row_count }) => (
      <TextLink to="/bulk-emails/$id" params={{ id: String(id) }} fw={560}>
        {countOf(row_count, bulkEmailItemNames[kind])}
      </TextLink>
    ),
  },
  { header: 'Subject', phone: 'line', minWidth: '220px', cell: ({ subject }) => subject },
  {
    header: 'Status',
    kind: 'status',
    phone: 'detail',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{bulkEmailStateNames[state]}</Badge>,
  },
  number('Sent', ({ sent_count }) => sent_count),
  number('Not delivered', ({ failed_count }) => failed_count),
  number('Skipped', ({ left_out_count }) => left_out_count),
  { header: 'By', kind: 'person', cell: ({ created_by }) => created_by },
  {
    header: 'Started',
    kind: 'date',
    phone: 'detail',
    sort: 'created_at',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];
