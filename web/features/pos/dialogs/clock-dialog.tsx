import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { timeClock } from '#domain/employees/time-entry.contract';
import { hoursWords } from '#domain/employees/time-entry.rules';
import { londonTime } from '#domain/kernel/london-clock';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { PinField } from '../../tills';
import { useTill } from '../till-context';
import { clockUsers } from '../pos.queries';
import { Problem } from './problem';
import { TillForm } from './till-form';

/** Clocks an employee in or out by PIN, whoever is the cashier. */
export function ClockDialog() {
  const { people, listed, userId, choose, since, pin, setPin, clock, busy, problem } = useClock();
  const direction = since ? 'out' : 'in';
  return (
    <TillForm
      title="Clock in or out"
      submitLabel={direction === 'out' ? 'Clock out' : 'Clock in'}
      onSubmit={() => void clock()}
      disabled={userId === null || pin === ''}
      busy={busy}
    >
      <Problem reason={problem} />
      {people.isError && (
        <p className="till-nothing" role="alert">
          The employees could not be loaded.{' '}
          <Button variant="subtle" onClick={() => void people.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {people.isSuccess && listed.length === 0 ? (
        <p className="till-nothing" role="status">
          No employees can clock in yet. An employee needs an account and a till PIN, set on their profile
          page.
        </p>
      ) : (
        <>
          <PinField
            label="Employee"
            people={listed}
            userId={userId}
            onChoose={choose}
            pin={pin}
            onPin={setPin}
          />
          <p className="till-nothing" role="status">
            {since ? `Clocked in since ${londonTime(since)}.` : 'Not clocked in.'}
          </p>
        </>
      )}
    </TillForm>
  );
}

/** The employees who can clock, the selected one, and the action. */
function useClock() {
  const till = useTill();
  const queries = useQueryClient();
  const people = useQuery(clockUsers);
  const listed = (people.data?.data ?? []).map(({ user_id: id, ...person }) => ({ id, ...person }));
  const [chosen, choose] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const userId = chosen ?? listed.find(({ id }) => id === till.user.id)?.id ?? listed[0]?.id ?? null;
  const since = listed.find(({ id }) => id === userId)?.clocked_in_at ?? null;
  const clock = async () => {
    if (userId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const { name, at, minutes } = await request(timeClock.clock, {
        body: { user_id: userId, pin, direction: since ? 'out' : 'in' },
        shownInPlace: true,
      });
      till.close();
      till.say({
        tone: 'plain',
        text:
          minutes === null
            ? `${name} clocked in at ${londonTime(at)}.`
            : `${name} clocked out at ${londonTime(at)} after ${hoursWords(minutes)}.`,
      });
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the time could not be recorded.'));
      setPin('');
      setBusy(false);
      void queries.invalidateQueries({ queryKey: clockUsers.queryKey });
    }
  };
  return { people, listed, userId, choose, since, pin, setPin, clock, busy, problem };
}
