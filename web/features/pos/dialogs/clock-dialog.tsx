import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { timeClock } from '#domain/employees/time-entry.contract';
import { hoursWords } from '#domain/employees/time-entry.rules';
import { londonTime } from '#domain/kernel/london-clock';
import { request } from '../../../platform/api';
import { PinField } from '../../tills';
import { useTill } from '../till-context';
import { clockUsers } from '../pos.queries';
import { Problem } from './problem';
import { TillForm } from './till-form';
import { useTillAttempts } from './use-till-attempts';

/** Clocks an employee in or out by PIN, whoever is the cashier. */
export function ClockDialog() {
  const { people, listed, userId, choose, since, pin, setPin, direction, clock, busy, problem } = useClock();
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

type Direction = 'in' | 'out';

const sendClock = (body: { user_id: number; pin: string; direction: Direction }, idempotencyKey: string) =>
  request(timeClock.clock, { body, idempotencyKey, shownInPlace: true });

const words = {
  offline: 'The server cannot be reached, so the time was not recorded.',
  failure: 'The time could not be recorded.',
};

/** The employees who can clock, the selected one, and the action. */
function useClock() {
  const till = useTill();
  const queries = useQueryClient();
  const people = useQuery(clockUsers);
  const listed = (people.data?.data ?? []).map(({ user_id: id, ...person }) => ({ id, ...person }));
  const [chosen, setChosen] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  // What was sent and not answered, whatever the list says of it by now.
  const [unanswered, setUnanswered] = useState<Direction | null>(null);
  const userId = chosen ?? listed.find(({ id }) => id === till.user.id)?.id ?? listed[0]?.id ?? null;
  const since = listed.find(({ id }) => id === userId)?.clocked_in_at ?? null;
  const direction = unanswered ?? (since ? 'out' : 'in');
  const attempts = useTillAttempts(sendClock, words);
  const choose = (id: number) => {
    if (id === userId) return;
    // The server refuses to clock anyone in or out twice.
    attempts.startAfresh();
    setUnanswered(null);
    setChosen(id);
  };
  const clock = async () => {
    if (userId === null) return;
    const values = { user_id: userId, pin, direction };
    const hasFailed = await attempts.attempt(values, ({ name, at, minutes }) => {
      till.close();
      till.say({
        tone: 'plain',
        text:
          minutes === null
            ? `${name} clocked in at ${londonTime(at)}.`
            : `${name} clocked out at ${londonTime(at)} after ${hoursWords(minutes)}.`,
      });
    });
    if (!hasFailed) return;
    const isOpen = attempts.isUnanswered(values);
    setUnanswered(isOpen ? direction : null);
    if (!isOpen) setPin('');
    void queries.invalidateQueries({ queryKey: clockUsers.queryKey });
  };
  const { busy, problem } = attempts;
  return { people, listed, userId, choose, since, pin, setPin, direction, clock, busy, problem };
}
