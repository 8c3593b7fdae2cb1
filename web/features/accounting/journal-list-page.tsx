import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { journalKindNames } from '#domain/accounting/journal-kind';
import { journals } from '#domain/journals/journal.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import type { Pence } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { toast } from '../../platform/notices';
import { everything, useReload } from '../../platform/reload';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { onDemand } from '../../ui/on-demand';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { JournalLink } from '../../ui/record/journal-link';
import { AccountFilter } from './account-select';
import { JournalKindFilter } from './journal-kind-filter';
import { DocumentLink } from '../../ui/record/document-link';
import { journalPage, journalTotals } from './accounting.queries';

const YearEndDialog = onDemand(async () => (await import('./year-end-dialog')).YearEndDialog);

/** Every journal, newest first, with its source document. */
export function JournalListPage() {
  const list = useListState(journals.list);
  const page = useQuery(journalPage(list.query));
  const amount = currentTotals(useQuery(journalTotals(list.query)))?.amount;
  const notices = useNotice();
  const navigate = useNavigate();
  const { canCall } = useAccess();
  const canPost = canCall(journals.create);
  const add = () => void navigate({ to: '/journals/create' });
  useShortcut('n', 'Post Journal', add, canPost);
  const closingYear = useClosingYear();
  return (
    <ListPage
      title="Journals"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={journals.export} fileName="journals" />
          {closingYear.button}
          {canPost && <AddButton label="Post Journal" onClick={add} />}
        </>
      }
      filters={<JournalFilters list={list} />}
      empty={
        list.isNarrowed
          ? 'No journals match these filters.'
          : 'No journals yet. Goods received, bills and payments post their own automatically.'
      }
    >
      <DataTable
        label="Journals"
        list={list}
        rows={page.data?.data}
        rowKey={journal => journal.id}
        isStale={page.isPlaceholderData}
        columns={columnsWith(amount)}
        onOpen={({ id }) => void navigate({ to: '/journals/$id', params: { id: String(id) } })}
      />
      {closingYear.dialog}
    </ListPage>
  );
}

/** Its button is in the menu of the page on a phone, so the dialog stands beside it and stays when the window is turned. */
function useClosingYear() {
  const [isOpen, setOpen] = useState(false);
  const { canCall } = useAccess();
  const navigate = useNavigate();
  // A posting also appears in ledgers, reports and balances.
  const reload = useReload(everything);
  const button = canCall(yearEnds.show) && canCall(yearEnds.close) && (
    <Button variant="default" leftSection={<CalendarCheck size={16} />} onClick={() => setOpen(true)}>
      Close a year
    </Button>
  );
  const dialog = isOpen && (
    <YearEndDialog
      onClose={() => setOpen(false)}
      onDone={id => {
        setOpen(false);
        reload();
        toast.success('Year closed.');
        void navigate({ to: '/journals/$id', params: { id: String(id) } });
      }}
    />
  );
  return { button, dialog };
}

const JournalFilters = ({ list }: { list: ListStateOf<typeof journals.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by document or narrative" />
    <JournalKindFilter list={list} />
    <AccountFilter list={list} />
    <DateRangeFilter list={list} />
  </>
);

const columnsWith = (amount: Pence | undefined): Columns<typeof journals.list> => [
  {
    header: 'No.',
    sort: 'id',
    align: 'end',
    cell: ({ id }) => <JournalLink id={id} />,
  },
  {
    header: 'Date',
    kind: 'date',
    sort: 'business_date',
    cell: journal => <Day date={journal.business_date} />,
    foot: 'Total',
  },
  { header: 'Kind', kind: 'code', cell: journal => journalKindNames[journal.kind] },
  {
    header: 'Reversed',
    kind: 'status',
    hidden: true,
    cell: journal => (journal.is_reversed ? 'Yes' : '—'),
  },
  { header: 'Document', cell: journal => <DocumentLink document={journal.document} /> },
  {
    header: 'Narrative',
    phone: 'title',
    cell: journal => (
      <>
        {journal.narrative} {journal.is_reversed && <Badge tone="secondary">Reversed</Badge>}
      </>
    ),
  },
  {
    header: 'Amount',
    align: 'end',
    cell: journal => <Money pence={journal.amount} />,
    foot: <Sum pence={amount} />,
  },
  { header: 'Posted by', kind: 'person', cell: journal => journal.posted_by },
];
