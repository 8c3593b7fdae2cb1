import { Button } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { no, yes } from '#domain/kernel/rule-result';
import { approvals, cashiers } from '#domain/tills/cashier.contract';
import type { TillReport } from '#domain/tills/till-report';
import type { CashMovementWrite } from '#domain/tills/cash-movement';
import { type TillCashRow, type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { ActionButton } from '../../ui/action-button';
import { MenuButton } from '../../ui/menus/menu-button';
import type { Notices } from '../../ui/notice';
import { useReload } from '../../platform/reload';

/** The open dialog: a cash movement or its reversal, a drawer opening, an approval or an X report. */
export type SessionDialogState =
  | CashMovementWrite['kind']
  | 'drawer'
  | 'approve'
  | 'approve-by-pin'
  | { readonly reverse: TillCashRow }
  | TillReport;

type Props = {
  session: TillSessionDetail;
  notices: Notices;
  onOpen: (dialog: SessionDialogState) => void;
  onChanged: (message: string) => void;
  /** Also opens the drawer, for the count. */
  onCounting: (message: string) => void;
};

/**
 * The actions of a till session. Those its state does not allow are disabled with a reason; those without
 * permission are hidden.
 */
export function SessionActions({ session, notices, onOpen, onChanged, onCounting }: Props) {
  const { can } = session;
  const { busy, takeX, print, startCount, cancelCount } = useSessionCalls({
    session,
    notices,
    onOpen,
    onChanged,
    onCounting,
  });
  const { canCall } = useAccess();
  const isClosed = session.status === 'closed';
  // A user who may not approve, such as the one who closed the till, can ask someone for their PIN.
  const canAsk =
    session.approval === 'waiting' &&
    !can.approve.allowed &&
    canCall(approvals.difference) &&
    canCall(cashiers.list);
  const canTakeX = !isClosed && canCall(tills.xReport);
  useShortcut('x', 'X report', () => void takeX(), canTakeX && !busy);
  useShortcut('c', 'Count the till', () => void startCount(), can.start_count.allowed && !busy);
  useShortcut('a', 'Approve variance', () => onOpen('approve'), can.approve.allowed);
  useShortcut('a', 'Approve variance by PIN', () => onOpen('approve-by-pin'), canAsk);
  return (
    <>
      {canCall(tills.move) &&
        (can.move_cash.allowed ? (
          <CashMenu onOpen={onOpen} />
        ) : (
          <ActionButton variant="default" can={can.move_cash} onClick={() => undefined}>
            Cash
          </ActionButton>
        ))}
      {canCall(tills.xReport) && (
        <ActionButton variant="default" can={xResult(session)} loading={busy} onClick={() => void takeX()}>
          X report
        </ActionButton>
      )}
      <Button
        variant="default"
        leftSection={<FileText size={16} />}
        disabled={busy}
        onClick={() => void print()}
      >
        {isClosed ? 'Z report as PDF' : 'X report as PDF'}
      </Button>
      {session.status === 'counting' && can.count.allowed && (
        <Button variant="default" disabled={busy} onClick={() => void cancelCount()}>
          Back to selling
        </Button>
      )}
      {canCall(tills.startCount) && (
        <ActionButton can={can.start_count} loading={busy} onClick={() => void startCount()}>
          Count the till
        </ActionButton>
      )}
      {isClosed && canCall(tills.approve) && (
        <ActionButton can={can.approve} onClick={() => onOpen('approve')}>
          Approve variance
        </ActionButton>
      )}
      {canAsk && <Button onClick={() => onOpen('approve-by-pin')}>Approve by PIN</Button>}
    </>
  );
}

/** A closed session has its Z report. */
const xResult = ({ status, register }: TillSessionDetail) =>
  status === 'closed'
    ? no(`This session of ${register.name} is closed. Its Z report has the final figures.`)
    : yes;

/** Runs the actions of buttons and keys, one at a time. */
function useSessionCalls({ session, notices, onOpen, onChanged, onCounting }: Props) {
  const { id, version } = session;
  const reload = useReload(tills.list);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>, failure: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notices.failedWrite(error, failure);
    } finally {
      setBusy(false);
    }
  };
  const takeX = () =>
    act(async () => {
      onOpen(await request(tills.xReport, { params: { id }, shownInPlace: true }));
      // The X report is recorded among the events.
      reload();
    }, 'The X report could not be created.');
  const print = () =>
    act(async () => {
      const file = await requestFile(tills.print, { params: { id } });
      saveFile(file, `${session.z_number ?? `X-${session.register.code}`}.pdf`);
    }, 'The report could not be printed.');
  const startCount = () =>
    act(async () => {
      await request(tills.startCount, { params: { id }, body: { version }, shownInPlace: true });
      onCounting('Counting started. This till cannot sell until the count is finished.');
    }, 'The count could not be started.');
  const cancelCount = () =>
    act(async () => {
      await request(tills.cancelCount, { params: { id }, body: { version }, shownInPlace: true });
      onChanged('Count cancelled. The till can sell again.');
    }, 'The count could not be cancelled.');
  return { busy, takeX, print, startCount, cancelCount };
}

const CashMenu = ({ onOpen }: { onOpen: (dialog: SessionDialogState) => void }) => (
  <MenuButton
    label="Cash"
    button={{ variant: 'default' }}
    items={[
      { kind: 'item', label: 'Pay in', run: () => onOpen('paid_in') },
      { kind: 'item', label: 'Pay out', run: () => onOpen('paid_out') },
      { kind: 'item', label: 'Drop to safe', run: () => onOpen('drop') },
      { kind: 'item', label: 'Open drawer', run: () => onOpen('drawer') },
    ]}
  >
    Cash
  </MenuButton>
);
