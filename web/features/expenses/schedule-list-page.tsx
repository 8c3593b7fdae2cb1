import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { expenses } from '#domain/expenses/expense.contract';
import { rhythmWords, type ScheduleStatus, scheduleStatusNames } from '#domain/expenses/expense-schedule';
import { type ExpenseSchedule, expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { daysAhead } from '#domain/dashboard/money-ahead';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { Badge, type Tone } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { ListTotals } from '../../ui/list/list-totals';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { BackButton } from '../../ui/page-link';
import { useReload } from '../../platform/reload';
import { ExpenseScheduleDialog } from './lazy-dialogs';
import './expenses.css';
import { schedulePage, scheduleTotals } from './expenses.queries';

/** Recurring expenses such as rent and subscriptions, with the next date of each. */
export function ScheduleListPage() {
  const list = useListState(expenseSchedules.list);
  const page = useQuery(schedulePage(list.query));
  const totals = useQuery(scheduleTotals);
  const { can } = useAccess();
  const notices = useNotice();
  const reload = useReload(expenses.list);
  const [changed, setChanged] = useState<ExpenseSchedule | null>(null);
  return (
    <>
      <ListPage
        title="Recurring Expenses"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} call={expenseSchedules.export} fileName="recurring-expenses" />
            <BackButton to="/expenses">Back to expenses</BackButton>
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by purpose, number" />
            <SelectFilter
              list={list}
              name="status"
              label="Status"
              all="All Status"
              options={optionsFrom(scheduleStatusNames)}
            />
          </>
        }
        empty="No recurring expenses found. Open a submitted expense, then choose More and Make recurring."
        below={!totals.isError && <Total dueSoon={totals.data?.due_soon} isOfAll={list.isNarrowed} />}
      >
        <DataTable
          label="Recurring expenses"
          list={list}
          rows={page.data?.data}
          rowKey={schedule => schedule.id}
          isStale={page.isPlaceholderData}
          columns={columnsWith(can('edit_expense') && setChanged)}
          onOpen={
            can('edit_expense')
              ? schedule => {
                  if (!schedule.expense.is_cancelled) setChanged(schedule);
                }
              : undefined
          }
        />
      </ListPage>
      {changed && (
        <ExpenseScheduleDialog
          schedule={changed}
          onClose={() => setChanged(null)}
          onDone={message => {
            setChanged(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}

/** Of all schedules, which it says beside a filtered list. */
const Total = ({ dueSoon, isOfAll }: { dueSoon: number | undefined; isOfAll: boolean }) => (
  <ListTotals sums={[[`${isOfAll ? 'All recurring' : 'Recurring'} in ${daysAhead} days`, dueSoon]]} />
);

const tones: Readonly<Record<ScheduleStatus, Tone>> = {
  active: 'success',
  paused: 'warning',
  ended: 'secondary',
};

const columnsWith = (
  change: false | ((schedule: ExpenseSchedule) => void),
): Columns<typeof expenseSchedules.list> => [
  {
    header: 'Purpose',
    sort: 'description',
    cell: schedule => (
      <div className="expense-cell">
        <span className="expense-words">{schedule.description}</span>
        <span className="expense-aside">
          Based on{' '}
          <TextLink to="/expenses/$id" params={{ id: String(schedule.expense.id) }} fz={12}>
            {schedule.expense.number}
          </TextLink>
        </span>
      </div>
    ),
  },
  { header: 'Supplier', minWidth: '140px', cell: schedule => schedule.supplier?.name ?? '—' },
  { header: 'How often', cell: rhythmWords },
  { header: 'Next', kind: 'date', sort: 'next_on', cell: schedule => <Day date={schedule.next_on} /> },
  { header: 'Ends', kind: 'date', cell: schedule => <Day date={schedule.ends_on} /> },
  { header: 'Created', align: 'end', cell: schedule => <span className="figures">{schedule.made}</span> },
  { header: 'Gross', sort: 'gross', align: 'end', cell: schedule => <Money pence={schedule.gross} /> },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ status }) => <Badge tone={tones[status]}>{scheduleStatusNames[status]}</Badge>,
  },
  ...(change
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          // Cancelling the expense ended it for good.
          cell: (schedule: ExpenseSchedule) =>
            !schedule.expense.is_cancelled && (
              <RowAction
                icon={Pencil}
                label="Change"
                of={schedule.description}
                onClick={() => change(schedule)}
              />
            ),
        },
      ]
    : []),
];
