import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type TimeEntry, timeEntries } from '#domain/employees/time-entry.contract';
import { hoursWords } from '#domain/employees/time-entry.rules';
import { londonTime } from '#domain/kernel/london-clock';
import { formatMoment } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { InListFoot } from '../../ui/list/list-totals';
import { useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { BackButton } from '../../ui/page-link';
import { useReload } from '../../platform/reload';
import { EmployeeLink } from './employee-columns';
import { EmployeeFilter } from './employee-filter';
import { HoursDialog } from './lazy-dialogs';
import './employees.css';
import { timesheetPage, timesheetTotals } from './employees.queries';

/** The hours of employees, as clocked or corrected. */
export function TimesheetPage() {
  const list = useListState(timeEntries.list);
  const page = useQuery(timesheetPage(list.query));
  const reload = useReload(timeEntries.list);
  const { canCall } = useAccess();
  const notices = useNotice();
  const [open, setOpen] = useState<TimeEntry | 'new' | null>(null);
  const canChange = canCall(timeEntries.correct);
  useShortcut('n', 'Enter hours', () => setOpen('new'), canChange);
  return (
    <>
      <ListPage
        title="Timesheet"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <BackButton to="/employees">Employees</BackButton>
            <ExportMenu list={list} call={timeEntries.export} fileName="timesheet" />
            {canChange && <AddButton label="Enter hours" onClick={() => setOpen('new')} />}
          </>
        }
        filters={<Filters list={list} />}
        empty={
          list.isNarrowed
            ? 'No hours match these filters.'
            : 'No hours yet. Hours are clocked at the till by PIN, or entered here.'
        }
      >
        <DataTable
          label="Timesheet"
          list={list}
          rows={page.data?.data}
          rowKey={entry => entry.id}
          isStale={page.isPlaceholderData}
          columns={columnsWith(canChange && setOpen)}
          {...(canChange ? { onOpen: setOpen } : {})}
        />
      </ListPage>
      {open && (
        <HoursDialog
          entry={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onDone={message => {
            setOpen(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}

function Filters({ list }: { list: ListStateOf<typeof timeEntries.list> }) {
  const totals = useHours(list);
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, number, job" />
      <EmployeeFilter list={list} />
      <SelectFilter
        list={list}
        name="state"
        label="Status"
        all="All hours"
        options={[
          { value: 'open', label: 'Clocked in now' },
          { value: 'corrected', label: 'Corrected' },
        ]}
      />
      <DateRangeFilter list={list} />
      {!totals.isError && (
        <InListFoot>
          <p className="employee-totals figures" aria-label="Totals">
            Worked <strong>{totals.data ? hoursWords(totals.data.minutes) : '…'}</strong>
          </p>
        </InListFoot>
      )}
    </>
  );
}

/** The total of all pages. */
function useHours(list: ListStateOf<typeof timeEntries.list>) {
  return useQuery(timesheetTotals(list.query));
}

const columnsWith = (correct: false | ((entry: TimeEntry) => void)): Columns<typeof timeEntries.list> => [
  { header: 'Day', sort: 'business_date', width: '130px', cell: entry => <Day date={entry.business_date} /> },
  {
    header: 'Name',
    phone: 'title',
    sort: 'name',
    cell: ({ employee }) => <EmployeeLink employee={employee} />,
  },
  { header: 'In', align: 'end', width: '90px', cell: entry => <Time at={entry.clocked_in_at} /> },
  {
    header: 'Out',
    align: 'end',
    width: '110px',
    cell: ({ clocked_out_at }) =>
      clocked_out_at ? <Time at={clocked_out_at} /> : <Badge tone="info">Clocked in</Badge>,
  },
  {
    header: 'Hours',
    align: 'end',
    width: '110px',
    cell: ({ minutes }) => <span className="figures">{minutes === null ? '—' : hoursWords(minutes)}</span>,
  },
  {
    header: 'Corrected',
    minWidth: '170px',
    lines: 2,
    cell: ({ corrected }) =>
      corrected ? (
        <span className="employee-lines">
          {corrected.reason}
          <span className="employee-aside">by {corrected.by}</span>
        </span>
      ) : (
        '—'
      ),
  },
  ...(correct
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          width: '80px',
          cell: (entry: TimeEntry) => (
            <RowAction
              icon={Pencil}
              label="Correct hours for"
              of={entry.employee.name}
              onClick={() => correct(entry)}
            />
          ),
        },
      ]
    : []),
];

const Time = ({ at }: { at: Date }) => (
  <time className="figures" dateTime={at.toISOString()} title={formatMoment(at)}>
    {londonTime(at)}
  </time>
);
