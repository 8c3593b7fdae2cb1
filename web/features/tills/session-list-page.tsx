import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import type { SessionTotals } from '#domain/tills/session-totals.contract';
import { registers, tills } from '#domain/tills/till.contract';
import { tillSessionStatus, tillSessionStatusNames } from '#domain/tills/till-state';
import { varianceWords } from '#domain/tills/variance-words';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day, ExactMoment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton, TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { RulesLink } from '../../ui/rules-link';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { everything, useReload } from '../../platform/reload';
import { SavedMenu } from '../saved-reports';
import { LateAlert } from './late-alert';
import { OpenTillDialog } from './open-till-dialog';
import { TillBadges } from './till-badges';
import './tills.css';
import { sessionPage, tillsNow, totalsOfSessions } from './tills.queries';

const approvals = [
  { value: 'waiting', label: 'To approve' },
  { value: 'approved', label: 'Approved' },
];

/** All till sessions, newest first, and the tills that are open now. */
export function SessionListPage() {
  const list = useListState(tills.list);
  const page = useQuery(sessionPage(list.query));
  const totals = currentTotals(useQuery(totalsOfSessions(list.query)));
  const now = useQuery(tillsNow);
  const reload = useReload(everything);
  const notices = useNotice();
  const navigate = useNavigate();
  const { canCall } = useAccess();
  const [isOpening, setOpening] = useState(false);
  const canOpen = canCall(tills.open);
  const show = (id: number) => void navigate({ to: '/sales/tills/$id', params: { id: String(id) } });
  useShortcut('n', 'Open a till', () => setOpening(true), canOpen);
  return (
    <>
      <LateAlert tills={now.data?.data ?? []} />
      <ListPage
        title="Tills"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <OtherPages />
            <SavedMenu report="till-sessions" />
            <ExportMenu list={list} call={tills.export} fileName="till-sessions" />
            {canOpen && <AddButton label="Open a till" onClick={() => setOpening(true)} />}
          </>
        }
        filters={<Filters list={list} />}
        empty={
          list.isNarrowed
            ? 'No till sessions match this search.'
            : 'No till sessions yet. Open a till with its float to take cash.'
        }
      >
        <DataTable
          label="Till sessions"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          onOpen={row => show(row.id)}
          columns={columnsWith(totals)}
        />
      </ListPage>
      {isOpening && now.data && (
        <OpenTillDialog
          tills={now.data.data}
          onClose={() => setOpening(false)}
          onDone={session => {
            setOpening(false);
            reload();
            show(session.id);
          }}
        />
      )}
    </>
  );
}

const Filters = ({ list }: { list: ListStateOf<typeof tills.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by Z number" />
    <SelectFilter
      list={list}
      name="status"
      label="Status"
      all="All Status"
      options={tillSessionStatus.options.map(value => ({
        value,
        label: tillSessionStatusNames[value],
      }))}
    />
    <SelectFilter list={list} name="approval" label="Variance" all="Any variance" options={approvals} />
    <DateRangeFilter list={list} />
  </>
);

/** Links to till settings, by permission. */
function OtherPages() {
  const { canCall } = useAccess();
  const canReview = canCall(saleExceptions.list);
  if (!canReview && !canCall(registers.list)) return null;
  return (
    <>
      {canReview && (
        <LinkButton to="/sales/exceptions" search={{ state: 'open' }} variant="default">
          Paid sales to review
        </LinkButton>
      )}
      {canCall(registers.list) && <SetUp />}
    </>
  );
}

function SetUp() {
  return (
    <>
      <LinkButton to="/sales/registers" variant="default">
        Registers
      </LinkButton>
      <LinkButton to="/sales/devices" variant="default">
        Devices
      </LinkButton>
      <RulesLink section="selling" label="Sales settings" />
    </>
  );
}

const amount = (pence: number | null) => (pence === null ? '—' : <Money pence={pence} />);
const variance = (pence: number | null) => (
  <span className="figures">{pence === null ? '—' : varianceWords(pence)}</span>
);

const closingColumns: Columns<typeof tills.list> = [
  {
    header: 'Closed',
    kind: 'moment',
    hidden: true,
    cell: row => (row.closed_at ? <ExactMoment at={row.closed_at} /> : '—'),
  },
  { header: 'Closed by', kind: 'person', hidden: true, cell: row => row.closed_by ?? '—' },
  { header: 'Business date', kind: 'date', hidden: true, cell: row => <Day date={row.business_date} /> },
];

/** What a blind count hides is in no total either. */
const columnsWith = (totals: SessionTotals | undefined): Columns<typeof tills.list> => [
  {
    header: 'Till',
    cell: row => (
      <TextLink to="/sales/tills/$id" params={{ id: String(row.id) }} fw={560}>
        {row.register.name}
      </TextLink>
    ),
    foot: 'Total',
  },
  {
    header: 'Opened',
    kind: 'moment',
    phone: 'detail',
    sort: 'opened_at',
    cell: row => <ExactMoment at={row.opened_at} />,
  },
  { header: 'By', kind: 'person', phone: 'detail', cell: row => row.opened_by },
  ...closingColumns,
  { header: 'Status', kind: 'status', phone: 'detail', cell: row => <TillBadges session={row} /> },
  { header: 'Z report', cell: row => <span className="figures">{row.z_number ?? '—'}</span> },
  { header: 'Float', hidden: true, align: 'end', cell: row => <Money pence={row.float} /> },
  {
    header: 'Takings',
    phone: 'figure',
    align: 'end',
    cell: row => amount(row.takings),
    foot: totals && amount(totals.takings),
  },
  {
    header: 'Expected',
    align: 'end',
    cell: row => amount(row.expected),
    foot: totals && amount(totals.expected),
  },
  {
    header: 'Counted',
    align: 'end',
    cell: row => amount(row.counted),
    foot: totals && amount(totals.counted),
  },
  {
    header: 'Variance',
    phone: 'detail',
    align: 'end',
    // "£1,234.56 short" of all sessions.
    minWidth: '126px',
    cell: row => variance(row.difference),
    phoneCell: row => (row.difference ? variance(row.difference) : '—'),
    foot: totals && variance(totals.difference),
  },
];
