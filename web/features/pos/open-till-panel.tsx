import { Alert, Button, NativeSelect } from '@mantine/core';
import { CircleAlert, Store } from 'lucide-react';
import { useState } from 'react';
import { hasPermission } from '#domain/kernel/access';
import { toPence } from '#domain/kernel/money';
import { type TillNow, tills } from '#domain/tills/till.contract';
import { useHome } from '../../home';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { useCanOpen } from '../../platform/may-open';
import { useUser } from '../../platform/session';
import { TextLink } from '../../ui/links';
import { problemInPlace } from '../../ui/form/send-problem';
import { mayBeSaved } from '../../ui/form/use-attempts';
import {
  CountFields,
  countBody,
  FloatReason,
  isCounted,
  isOtherFloat,
  suggestedCount,
  TouchKeypad,
  type TypedCount,
} from '../tills';
import { selectRegister, loadRegister, type RegisterState } from './device/register';
import { EndedElsewhere } from './ended-elsewhere';
import { LateSales } from './late-sales';
import { UnsentSales } from './unsent-sales';
import { enterToMissingField } from './dialogs/enter-to-missing-field';
import { Problem } from './dialogs/problem';

type Props = { state: Exclude<RegisterState, { kind: 'open' }> };

/** Shown when no till is open on this device: chooses the register and its float. */
export function OpenTillPanel({ state }: Props) {
  if (state.kind === 'loading') return null;
  if (state.kind === 'failed')
    return (
      <div className="till-gate">
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
          {state.message}
        </Alert>
        <Button variant="default" onClick={() => void loadRegister()}>
          Try again
        </Button>
        <ExitTill />
      </div>
    );
  return <OpenTill registers={state.registers} register={state.register} endedSession={state.endedSession} />;
}

type OpenProps = {
  registers: readonly TillNow[];
  register: TillNow | null;
  endedSession: number | null;
};

function OpenTill({ registers, register, endedSession }: OpenProps) {
  const user = useUser();
  const [chosenId, choose] = useState(register?.id ?? registers[0]?.id);
  const chosen = registers.find(({ id }) => id === chosenId);
  const [typed, setTyped] = useState<TypedCount | null>(null);
  const [reason, setReason] = useState('');
  const count = typed ?? suggestedCount(chosen?.suggested_float ?? toPence(0));
  const session = chosen?.session;
  const { open, busy, problem } = useOpening(chosen, registers);
  if (registers.length === 0)
    return <p className="till-gate">No registers yet. Ask someone who can edit settings to add one.</p>;
  const canOpen = hasPermission(user, 'open_till');
  return (
    <form
      className="till-gate"
      data-counting={count.mode === 'pieces' && !session}
      noValidate
      onKeyDown={enterToMissingField}
      onSubmit={event => {
        event.preventDefault();
        void open(count, reason);
      }}
    >
      <Store size={40} strokeWidth={1.3} aria-hidden />
      {endedSession !== null && register && <EndedElsewhere sessionId={endedSession} register={register} />}
      <h1>Open the till</h1>
      <Problem reason={problem} />
      {chosen && <LateSales till={chosen} />}
      {chosen && <UnsentSales till={chosen} />}
      {registers.length > 1 && (
        <NativeSelect
          label="Register for this device"
          size="md"
          data={registers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(chosenId ?? '')}
          onChange={event => {
            choose(Number(event.currentTarget.value));
            setTyped(null);
            setReason('');
          }}
        />
      )}
      {session ? (
        <SessionState till={chosen} session={session} />
      ) : canOpen ? (
        <OpeningFloat till={chosen} count={count} onCount={setTyped} reason={reason} onReason={setReason} />
      ) : (
        <p>You do not have permission to open a till. Ask a manager to open it.</p>
      )}
      <TouchKeypad />
      <Button
        type="submit"
        size="lg"
        fullWidth
        loading={busy}
        disabled={session ? session.status !== 'open' : !canOpen || !isCounted(count)}
      >
        {session ? 'Sell here' : 'Open the till'}
      </Button>
      <ExitTill />
    </form>
  );
}

/** Who opened the till; while it is counted, a link to the count. */
function SessionState({ till, session }: { till: TillNow; session: NonNullable<TillNow['session']> }) {
  const canOpen = useCanOpen();
  if (session.status !== 'counting')
    return (
      <p>
        {till.name} was opened by {session.opened_by}.
      </p>
    );
  return (
    <p>
      {till.name} is being counted.{' '}
      {canOpen('/sales/tills') ? (
        <TextLink to="/sales/tills/$id" params={{ id: String(session.id) }}>
          Finish or cancel the count
        </TextLink>
      ) : (
        'Finish or cancel the count'
      )}{' '}
      first.
    </p>
  );
}

/** The till has the whole screen, so there is no menu to leave by. */
const ExitTill = () => (
  <TextLink to={useHome().path} c="dimmed">
    Exit the till
  </TextLink>
);

type FloatProps = {
  till: TillNow | undefined;
  count: TypedCount;
  onCount: (count: TypedCount) => void;
  reason: string;
  onReason: (reason: string) => void;
};

const OpeningFloat = ({ till, count, onCount, reason, onReason }: FloatProps) => (
  <>
    <p>Count the cash in the drawer before the first sale. If it is empty, leave the total at zero.</p>
    <CountFields
      key={till?.id}
      label={`Opening float for ${till?.name ?? 'the till'}`}
      count={count}
      onChange={onCount}
      isAlone
    />
    {isOtherFloat(till, count) && (
      <FloatReason size="md" value={reason} onChange={event => onReason(event.currentTarget.value)} />
    )}
  </>
);

/** Opens the till with its float, or continues the open session. */
function useOpening(chosen: TillNow | undefined, registers: readonly TillNow[]) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (count: TypedCount, reason: string) => {
    if (!chosen) return;
    setBusy(true);
    setProblem(null);
    try {
      if (chosen.session?.status === 'open') return await selectRegister(chosen, registers);
      await request(tills.open, {
        body: { register_id: chosen.id, ...countBody(count), reason },
        shownInPlace: true,
      });
      await selectRegister(chosen, registers);
      await loadRegister();
    } catch (error) {
      setProblem(problemInPlace(error, { failure: 'The till could not be opened.', isRepeatable: false }));
      // What the last session left is not what this page knows, and it may be open without an answer.
      if (mayBeSaved(error) || (error instanceof ApiError && error.errors['reason'])) void loadRegister();
    } finally {
      setBusy(false);
    }
  };
  return { open, busy, problem };
}
