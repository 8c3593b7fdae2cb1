import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { formatDay } from '#domain/kernel/dates';
import type { TillNow } from '#domain/tills/till.contract';

type Session = NonNullable<TillNow['session']>;

const key = 'till-session-goes-on';
const dayMs = 24 * 60 * 60 * 1000;

/** Whether to ask first: the session was opened over a day ago and no one has confirmed it today (F110). */
export function needsAgeConfirmation({ id, opened_at }: Session, now: Date): boolean {
  if (now.getTime() - opened_at.getTime() <= dayMs) return false;
  const [goesOn, saidAt] = (localStorage.getItem(key) ?? '').split(' ');
  return goesOn !== String(id) || now.getTime() - Number(saidAt) > dayMs;
}

type Props = { register: TillNow; session: Session; onGoOn: () => void };

/** Asks about a till session open for more than a day, because its Z report would cover all of it. */
export function OldSession({ register, session, onGoOn }: Props) {
  const proceed = () => {
    localStorage.setItem(key, `${session.id} ${Date.now()}`);
    onGoOn();
  };
  return (
    <div
      className="till-gate"
      role="alertdialog"
      aria-labelledby="old-session"
      aria-describedby="old-session-why"
    >
      <CalendarClock size={40} strokeWidth={1.3} aria-hidden />
      <h1 id="old-session">This session was opened on {formatDay(session.opened_at)}</h1>
      <p id="old-session-why">
        {register.name} was opened by {session.opened_by} and has not been closed. Close it now, or keep
        selling: its Z report will cover every day since then.
      </p>
      <Button
        size="md"
        fullWidth
        autoFocus
        renderRoot={props => <Link {...props} to="/sales/tills/$id" params={{ id: String(session.id) }} />}
      >
        Count and close
      </Button>
      <Button size="md" fullWidth variant="default" onClick={proceed}>
        Keep selling
      </Button>
    </div>
  );
}
