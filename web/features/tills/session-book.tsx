import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { maxPageSize } from '#domain/kernel/list-query';
import { formatPounds, toPence } from '#domain/kernel/money';
import { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import { tillCashName } from '#domain/tills/till-cash-kind';
import type { TillCashRow, TillEventRow, TillSessionDetail } from '#domain/tills/till.contract';
import { tillEventKindNames } from '#domain/tills/till-state';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { JournalLink } from '../../ui/record/journal-link';
import { RowAction } from '../../ui/table/row-action';
import { cashOfSession, eventsOfSession } from './tills.queries';

type Props = { session: TillSessionDetail; onReverse: (movement: TillCashRow) => void };

/** The cash movements and events of a session, newest first. */
export function SessionBook({ session, onReverse }: Props) {
  const { id } = session;
  const { canCall } = useAccess();
  const cash = useQuery(cashOfSession(id));
  const events = useQuery(eventsOfSession(id));
  return (
    <>
      <Card title="Drawer" flush>
        {session.is_blind && (
          <p className="till-note">
            Cash from sales appears once you have counted. These are the manual movements.
          </p>
        )}
        <LongTable
          label="Drawer"
          rows={cash.data?.data}
          load={cash}
          rowKey={row => row.id}
          columns={
            canCall(tillCashReversals.reverse) ? [...cashColumns, reversalColumn(onReverse)] : cashColumns
          }
          empty="No cash movements."
        />
        <TruncationNote total={cash.data?.total ?? 0} />
      </Card>
      <Card title="Events" flush>
        <LongTable
          label="Events"
          rows={events.data?.data}
          load={events}
          rowKey={row => row.id}
          columns={eventColumns}
          empty="No events. Drawer openings, voids and removed lines are listed here."
        />
        <TruncationNote total={events.data?.total ?? 0} />
      </Card>
    </>
  );
}

const TruncationNote = ({ total }: { total: number }) =>
  total <= maxPageSize ? null : (
    <p className="till-note">
      The newest {maxPageSize.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} are shown.
    </p>
  );

function DocumentCell({ row }: { row: TillCashRow }) {
  const words = row.document.number ?? '—';
  return row.journal_id === null ? (
    words
  ) : (
    <JournalLink id={row.journal_id}>{row.document.number ?? 'Journal'}</JournalLink>
  );
}

const detailsOf = (row: TillCashRow) =>
  row.is_reversed ? `${tillCashName(row)}, reversed` : tillCashName(row);

const byWords = ({ recorded_by, approved_by }: TillCashRow) =>
  approved_by === null ? recorded_by : `${recorded_by}, approved by ${approved_by}`;

const cashColumns: readonly Column<TillCashRow>[] = [
  { header: 'When', kind: 'moment', cell: row => <ExactMoment at={row.recorded_at} /> },
  { header: 'Details', cell: row => detailsOf(row) },
  { header: 'Document', cell: row => <DocumentCell row={row} /> },
  { header: 'Reason', cell: row => row.reason ?? '—' },
  { header: 'By', kind: 'person', cell: row => byWords(row) },
  { header: 'Amount', align: 'end', cell: row => <Money pence={row.amount} /> },
];

/** Cash paid in or out is reversed on its row; everything else through its document. */
const reversalColumn = (onReverse: Props['onReverse']): Column<TillCashRow> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: row =>
    isEnteredHere(row) && (
      <RowAction
        icon={Undo2}
        label="Reverse"
        of={`${tillCashName(row).toLowerCase()} ${formatPounds(toPence(Math.abs(row.amount)))}`}
        danger
        can={row.can.reverse}
        onClick={() => onReverse(row)}
      />
    ),
});

const isEnteredHere = ({ kind, document, reverses_id, is_reversed }: TillCashRow) =>
  (kind === 'paid_in' || kind === 'paid_out') &&
  document.type === 'till_session' &&
  reverses_id === null &&
  !is_reversed;

const eventColumns: readonly Column<TillEventRow>[] = [
  { header: 'When', kind: 'moment', cell: row => <ExactMoment at={row.recorded_at} /> },
  { header: 'Details', cell: row => tillEventKindNames[row.kind] },
  { header: 'Note', cell: row => row.note ?? '—' },
  { header: 'By', kind: 'person', cell: row => row.recorded_by },
  { header: 'Amount', align: 'end', cell: row => (row.amount === 0 ? '—' : <Money pence={row.amount} />) },
];
