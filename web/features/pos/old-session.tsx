import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatDay } from '#domain/kernel/dates';
import type { TillNow } from '#domain/tills/till.contract';
import { PlainLink } from '../../ui/links';
import { isCodeLookedUp } from './device/lookups';
import { isUntouched } from './engine/basket';
import { isSearchEmpty } from './till-actions';
import { useTill } from './till-context';

type Session = NonNullable<TillNow['session']>;

const key = 'till-session-goes-on';
const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Whether to ask first: the session was opened over a day ago and no one has confirmed it today (F110). */
export function needsAgeConfirmation({ id, opened_at }: Session, now: Date): boolean {
  if (now.getTime() - opened_at.getTime() <= dayMs) return false;
  const [goesOn, saidAt] = (localStorage.getItem(key) ?? '').split(' ');
  return goesOn !== String(id) || now.getTime() - Number(saidAt) > dayMs;
}

type WatchProps = { session: Session; onOld: () => void };

/**
 * Notices that the session has grown old while the till stayed open, as on a computer that is never switched off. A
 * customer is not kept waiting by it: the basket is empty, and nothing is open or being typed (F110).
 */
export function SessionAge({ session, onOld }: WatchProps) {
  const { basket, dialog, unanswered } = useTill();
  const isIdle = isUntouched(basket) && dialog === null && unanswered === null;
  const check = useEffectEvent(() => {
    const isBusy =
      isCodeLookedUp() || !isSearchEmpty() || document.querySelector('[aria-modal="true"]') !== null;
    if (!isBusy && needsAgeConfirmation(session, new Date())) onOld();
  });
  useEffect(() => {
    if (!isIdle) return;
    const look = () => check();
    look();
    const timer = setInterval(look, minuteMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isIdle]);
  return null;
}

type Props = { register: TillNow; session: Session; onGoOn: () => void };

/** Asks about a till session open for more than a day, because its Z report would cover all of it. */
export function OldSession({ register, session, onGoOn }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // Not one of its buttons: the Enter of a scan must not answer the question.
  useEffect(() => panel.current?.focus(), []);
  const proceed = () => {
    localStorage.setItem(key, `${session.id} ${Date.now()}`);
    onGoOn();
  };
  return (
    <div
      ref={panel}
      className="till-gate"
      role="alertdialog"
      tabIndex={-1}
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
        renderRoot={props => (
          <PlainLink {...props} to="/sales/tills/$id" params={{ id: String(session.id) }} />
        )}
      >
        Count and close
      </Button>
      <Button size="md" fullWidth variant="default" onClick={proceed}>
        Keep selling
      </Button>
    </div>
  );
}
