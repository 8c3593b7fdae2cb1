import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Clock, Coins, Inbox, ListChecks, Printer, UserCog, Wallet } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { tills } from '#domain/tills/till.contract';
import { useAccess } from '../../../platform/access';
import { request } from '../../../platform/api';
import { toast } from '../../../platform/notices';
import { isTyping } from '../../../platform/shortcuts';
import { useStore } from '../../../platform/store';
import { PlainLink } from '../../../ui/links';
import { openDrawerHere } from '../device/print';
import { registerState } from '../device/register';
import { LateSales } from '../late-sales';
import { useTill } from '../till-context';
import { TillDialog } from './till-dialog';
import { useTillAttempts } from './use-till-attempts';
import { Problem } from './problem';

const dialogs = [
  { kind: 'cashier', label: 'Change cashier', icon: <UserCog size={18} /> },
  { kind: 'clock', label: 'Clock in or out', icon: <Clock size={18} /> },
  { kind: 'unsent', label: 'Sales on this device', icon: <ListChecks size={18} /> },
  { kind: 'printer', label: 'Receipt printer', icon: <Printer size={18} /> },
] as const;

/** Actions of the till itself: drawer, session and cashier. */
export function TillMenuDialog() {
  const till = useTill();
  const register = useStore(registerState);
  const session = register.kind === 'open' ? register.register.session : null;
  const { canCall } = useAccess();
  return (
    <TillDialog
      onClose={till.close}
      title={register.kind === 'open' ? register.register.name : 'Till'}
      size={460}
    >
      <div className="till-form">
        {session && (
          <p className="till-nothing">
            Opened by {session.opened_by}, {formatMoment(session.opened_at)}
          </p>
        )}
        {register.kind === 'open' && <LateSales till={register.register} />}
        {till.sessionId !== null && (
          <>
            <Button
              size="md"
              variant="default"
              justify="flex-start"
              leftSection={<Wallet size={18} />}
              data-autofocus
              renderRoot={props => (
                <PlainLink {...props} to="/sales/tills/$id" params={{ id: String(till.sessionId) }} />
              )}
            >
              Cash movements and X report
            </Button>
            {canCall(tills.startCount) && <CountAndClose sessionId={till.sessionId} />}
            <OpenDrawer />
          </>
        )}
        {dialogs.map(({ kind, label, icon }) => (
          <Button
            key={kind}
            size="md"
            variant="default"
            justify="flex-start"
            leftSection={icon}
            onClick={() => till.open({ kind })}
          >
            {label}
          </Button>
        ))}
      </div>
    </TillDialog>
  );
}

/** Starts counting the drawer, by its key too, then shows the count. */
function CountAndClose({ sessionId: id }: { sessionId: number }) {
  const till = useTill();
  const navigate = useNavigate();
  const { attempt, problem, busy } = useTillAttempts(
    (_values: null, idempotencyKey) =>
      request(tills.startCount, { params: { id }, body: {}, idempotencyKey, shownInPlace: true }),
    {
      offline: 'The server cannot be reached, so the count was not started.',
      failure: 'The count could not be started.',
    },
  );
  const start = () =>
    attempt(null, async () => {
      const trouble = await openDrawerHere();
      if (trouble !== null) toast.error(`The drawer did not open. ${trouble}`);
      till.close();
      void navigate({ to: '/sales/tills/$id', params: { id: String(id) } });
    });
  const pressed = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key === 'c' && !ctrlKey && !metaKey && !altKey && !isTyping(target)) void start();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Problem reason={problem} />
      <Button
        size="md"
        variant="default"
        justify="flex-start"
        leftSection={<Coins size={18} />}
        rightSection={<kbd aria-hidden>C</kbd>}
        aria-keyshortcuts="c"
        loading={busy}
        onClick={() => void start()}
      >
        Count and close
      </Button>
    </>
  );
}

/** Opens the drawer without a sale and records the reason. */
function OpenDrawer() {
  const till = useTill();
  const [reason, setReason] = useState('');
  const { attempt, problem, busy } = useTillAttempts(
    ({ id, reason: typed }: { id: number; reason: string }, idempotencyKey) =>
      request(tills.openDrawer, {
        params: { id },
        body: { reason: typed },
        idempotencyKey,
        shownInPlace: true,
      }),
    {
      offline: 'The server cannot be reached, so the drawer opening was not recorded.',
      failure: 'The drawer opening could not be recorded.',
    },
  );
  const openDrawer = async () => {
    if (till.sessionId === null) return;
    await attempt({ id: till.sessionId, reason: reason.trim() }, async () => {
      const trouble = await openDrawerHere();
      till.close();
      if (trouble === null) till.say({ tone: 'plain', text: 'Drawer opened and recorded.' });
      else
        till.say({
          tone: 'danger',
          text: `The opening was recorded, but the drawer did not open. ${trouble}`,
        });
    });
  };
  return (
    <>
      <Problem reason={problem} />
      <form
        className="till-inline"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (reason.trim() !== '') void openDrawer();
        }}
      >
        <TextInput
          aria-label="Reason for opening the drawer"
          placeholder="Reason for opening the drawer"
          size="md"
          maxLength={200}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="md"
          variant="default"
          loading={busy}
          disabled={reason.trim() === ''}
          leftSection={<Inbox size={18} />}
        >
          Open drawer
        </Button>
      </form>
    </>
  );
}
