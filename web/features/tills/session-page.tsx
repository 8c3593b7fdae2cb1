import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { TillReport } from '#domain/tills/till-report';
import type { TillSessionDetail } from '#domain/tills/till.contract';
import { varianceWords } from '#domain/tills/variance-words';
import { Card } from '../../ui/card';
import { LoadFailure } from '../../ui/load-failure';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { Tiles } from '../../ui/tiles';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { everything } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { openDrawerOf } from '../till-printer';
import { CashDialog } from './cash-dialog';
import { CountCard } from './count-card';
import { ReportView } from './report-view';
import { ReverseCashDialog } from './reverse-cash-dialog';
import { SessionActions, type SessionDialogState } from './session-actions';
import { SessionBook } from './session-book';
import { ApproveByPinDialog, ApproveDialog, DrawerDialog } from './small-dialogs';
import { TillBadges } from './till-badges';
import { UnsentAlert } from './unsent-alert';
import { WaitingExpenses } from './waiting-expenses';
import './tills.css';
import { sessionById, sessionList, zReportOf } from './tills.queries';

/** One till session: selling, counting or closed, with its movements and reports. */
export const SessionPage = () => (
  <RecordOrReason
    record={sessionById}
    list={sessionList}
    noun="till session"
    title="Till session"
    back={<BackButton to="/sales/tills">Back to List</BackButton>}
  >
    {session => <Details session={session} />}
  </RecordOrReason>
);

function Details({ session }: { session: TillSessionDetail }) {
  const { notices, reload, open, setOpen, close, changed } = useRecordDialogs<SessionDialogState>(everything);
  const changedAtDrawer = (message: string) => {
    close();
    const opening = openDrawerOf(session.register.id);
    reload(() => {
      notices.succeeded(message);
      void opening.then(trouble => {
        if (trouble !== null) notices.failed(`${message} The drawer did not open. ${trouble}`);
      });
    });
  };
  const isCounting = session.status === 'counting' && session.can.count.allowed;
  return (
    <RecordPage
      title={session.register.name}
      name={session.z_number ?? session.register.name}
      status={<TillBadges session={session} />}
      actions={
        <SessionActions
          session={session}
          notices={notices}
          onOpen={setOpen}
          onChanged={changed}
          onCounting={changedAtDrawer}
        />
      }
      notices={notices}
      sections={{
        summary: (
          <>
            <UnsentAlert unsent={session.unsent} isClosed={session.status === 'closed'} />
            <WaitingExpenses expenses={session.waiting_expenses} isClosed={session.status === 'closed'} />
            {isCounting ? <CountCard session={session} onDone={changed} /> : <Figures session={session} />}
            <Card title="Session">
              <FactList facts={factsOf(session)} />
            </Card>
          </>
        ),
        money: (
          <>
            {session.status === 'closed' && <ZCard session={session} />}
            <SessionBook session={session} onReverse={reverse => setOpen({ reverse })} />
          </>
        ),
        history: <RecordActivity recordType="till_session" recordId={session.id} />,
      }}
    >
      <Dialogs session={session} open={open} onClose={close} onDone={changed} onDrawer={changedAtDrawer} />
    </RecordPage>
  );
}

const amount = (pence: number | null) => (pence === null ? 'Shown after the count' : formatPounds(pence));

function Figures({ session }: { session: TillSessionDetail }) {
  const { counted, difference } = session;
  return (
    <div className="till-figures">
      <Tiles
        tiles={[
          { label: 'Float', value: formatPounds(session.float) },
          { label: 'Takings', value: amount(session.takings) },
          { label: 'Expected cash', value: amount(session.expected) },
          ...(counted === null ? [] : [{ label: 'Counted', value: formatPounds(counted) }]),
          ...(difference === null ? [] : [{ label: 'Variance', value: varianceWords(difference) }]),
        ]}
      />
    </div>
  );
}

function factsOf(session: TillSessionDetail): Fact[] {
  const { closed_by, closed_at, approved_by, approved_at, late_of, late_sessions } = session;
  const link = (id: number, words: string) => (
    <TextLink key={id} to="/sales/tills/$id" params={{ id: String(id) }}>
      {words}
    </TextLink>
  );
  return [
    { label: 'Opened', value: `${session.opened_by}, ${formatMoment(session.opened_at)}` },
    ...(session.counting_by && !closed_at ? [{ label: 'Counted by', value: session.counting_by }] : []),
    ...(closed_by && closed_at
      ? [{ label: 'Closed', value: `${closed_by}, ${formatMoment(closed_at)}` }]
      : []),
    ...(session.z_number ? [{ label: 'Z report', value: session.z_number }] : []),
    ...(session.times_counted > 1 ? [{ label: 'Counted', value: `${session.times_counted} times` }] : []),
    ...(session.left === null ? [] : [{ label: 'Next float', value: formatPounds(session.left) }]),
    ...(session.difference_reason
      ? [{ label: 'Reason for variance', value: session.difference_reason }]
      : []),
    ...(approved_by && approved_at
      ? [
          {
            label: 'Variance approved',
            value: `${approved_by}, ${formatMoment(approved_at)}${session.approval_note ? `: ${session.approval_note}` : ''}`,
          },
        ]
      : []),
    ...(late_of
      ? [{ label: 'Late sales for', value: link(late_of.session_id, late_of.z_number ?? 'a session') }]
      : []),
    ...(session.open_exceptions
      ? [{ label: 'Sales to review', value: exceptionsLink(session.id, session.open_exceptions) }]
      : []),
    ...late_sessions.map(late => ({
      label: 'Late sales',
      value: link(late.session_id, `Session ${late.session_id}`),
    })),
  ];
}

const exceptionsLink = (id: number, count: number) => (
  <TextLink to="/sales/exceptions" search={{ session_id: String(id), state: 'open' }}>
    {count}
  </TextLink>
);

function ZCard({ session }: { session: TillSessionDetail }) {
  const report = useQuery(zReportOf(session.id));
  return (
    <Card title="Z report">
      {report.data ? <ReportView report={report.data} /> : report.isError && <LoadFailure page={report} />}
    </Card>
  );
}

type DialogProps = {
  session: TillSessionDetail;
  open: SessionDialogState | null;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Done, and the drawer should open. */
  onDrawer: (message: string) => void;
};

function Dialogs({ session, open, onClose, onDone, onDrawer }: DialogProps) {
  if (open === null) return null;
  if (typeof open === 'object' && 'reverse' in open) {
    // The drawer of a closed session may be another one.
    const onReversed = session.status === 'closed' ? onDone : onDrawer;
    return (
      <ReverseCashDialog session={session} movement={open.reverse} onClose={onClose} onDone={onReversed} />
    );
  }
  if (typeof open === 'object') return <XReportDialog report={open} onClose={onClose} />;
  if (open === 'drawer') return <DrawerDialog session={session} onClose={onClose} onDone={onDrawer} />;
  if (open === 'approve') return <ApproveDialog session={session} onClose={onClose} onDone={onDone} />;
  if (open === 'approve-by-pin')
    return <ApproveByPinDialog session={session} onClose={onClose} onDone={onDone} />;
  return <CashDialog session={session} kind={open} onClose={onClose} onDone={onDrawer} />;
}

const XReportDialog = ({ report, onClose }: { report: TillReport; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="X report">
    <ReportView report={report} />
  </Modal>
);
