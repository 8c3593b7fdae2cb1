import { useQuery } from '@tanstack/react-query';
import { journalKindNames } from '#domain/accounting/journal-kind';
import { londonTime } from '#domain/kernel/london-clock';
import { type DayBookTotals, dayBook } from '#domain/reports/day-book.contract';
import { useListState } from '../../platform/list-state';
import { AccountName } from '../../ui/account-name';
import { counted } from '../../ui/counted';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
import { JournalLink } from '../../ui/record/journal-link';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { debitAndCredit } from '../../ui/table/debit-credit-columns';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { Tiles } from '../../ui/tiles';
import { AccountFilter, JournalKindFilter } from '../accounting';
import { SavedMenu } from '../saved-reports';
import { ReportExport } from '../../ui/files/report-export';
import { emptyOfPeriod } from './empty-of-period';
import { PeriodPicker } from './report-filters';
import { useReportState } from './report-state';
import './reports.css';
import { dayBookPage, dayBookTotals } from './reports.queries';

/** The day book: whole journals, so that debits equal credits (rule R9). */
export function DayBookPage() {
  const list = useListState(dayBook.list);
  const page = useQuery(dayBookPage(list.query));
  const state = useReportState(dayBook.totals, ['kind', 'account', 'person_id']);
  const { page: _page, per_page: _perPage, ...listed } = list.query;
  const { sort_by: _by, sort_order: _turned, ...filters } = listed;
  const { data: totals, isError } = useQuery(dayBookTotals(filters));
  const notices = useNotice();
  return (
    <ListPage
      title="Day Book"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <SavedMenu report="day-book" />
          <ReportExport
            call={dayBook.export}
            pdf={dayBook.pdf}
            query={listed}
            name="day-book"
            rows={page.data?.total}
          />
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by document or narrative" />
          <PeriodPicker state={state} shown={totals} unasked="today" />
          <MoreFilters list={list} names={['kind', 'account', 'person_id']}>
            <JournalKindFilter list={list} />
            <AccountFilter list={list} />
            <SelectFilter
              list={list}
              name="person_id"
              label="Recorded by"
              all="All users"
              options={(totals?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </MoreFilters>
        </>
      }
      empty={emptyOfPeriod('postings', list)}
    >
      <Totals found={totals} none={isError ? '—' : '…'} />
      <DataTable
        label="Day book"
        list={list}
        rows={page.data?.data}
        rowKey={line => `${line.journal_id} ${line.line_number}`}
        isStale={page.isPlaceholderData}
        columns={columns}
      />
    </ListPage>
  );
}

const Totals = ({ found, none }: { found: DayBookTotals | undefined; none: string }) => (
  <section className="card-body" aria-label="Totals">
    <Tiles
      tiles={[
        { label: 'Journals', value: found ? counted(found.journals) : none },
        { label: 'Debits', value: found ? <Money pence={found.debit} /> : none },
        { label: 'Credits', value: found ? <Money pence={found.credit} /> : none },
        { label: 'Difference', value: found ? <Money pence={found.debit - found.credit} /> : none },
      ]}
    />
  </section>
);

const columns: Columns<typeof dayBook.list> = [
  {
    header: 'Date',
    kind: 'date',
    sort: 'business_date',
    cell: line => (
      <span className="day-book-moment">
        <Day date={line.business_date} />
        <span className="aside figures">{londonTime(new Date(line.posted_at))}</span>
      </span>
    ),
  },
  { header: 'Journal', align: 'end', opens: true, cell: line => <JournalLink id={line.journal_id} /> },
  { header: 'Kind', kind: 'code', cell: line => journalKindNames[line.kind] },
  { header: 'Document', cell: line => <DocumentLink document={line.document} /> },
  { header: 'Party', cell: line => line.party ?? '—' },
  {
    header: 'Account',
    phone: 'title',
    cell: ({ account }) => <AccountName account={account} />,
  },
  { header: 'Description', minWidth: '140px', cell: line => line.narrative },
  ...debitAndCredit,
  {
    header: 'Cumulative debits',
    align: 'end',
    hidden: true,
    cell: line => <Money pence={line.running_debit} />,
  },
  {
    header: 'Cumulative credits',
    align: 'end',
    hidden: true,
    cell: line => <Money pence={line.running_credit} />,
  },
];
