import { useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Bounds, dateAsTyped, dateFromTyped, outsideBounds } from './typed-date';

type Kept = Bounds & {
  /** As on the wire; blank for none. */
  readonly date: string;
  readonly onChange: ((date: string) => void) | undefined;
  /** What is half typed changes nothing yet. */
  readonly isFilter: boolean | undefined;
};

export const notADate = 'Enter a date as day/month/year, such as 31/03/2026.';

/** What stands in a date field, and the date it means: sent as soon as it is one, read back once the field is left. */
export function useTypedDate({ date, onChange, isFilter, min, max }: Kept) {
  const [typed, setTyped] = useState(() => dateAsTyped(date));
  const [isLeft, setLeft] = useState(true);
  const sent = useRef(date);
  // What comes from elsewhere is shown; what was typed here stays as it was typed.
  useEffect(() => {
    if (date === sent.current) return;
    sent.current = date;
    setTyped(dateAsTyped(date));
  }, [date]);
  const send = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onChange?.(next);
  };
  // A filter is not set to a day that it does not take.
  const taken = (text: string, isDone: boolean) => {
    const next = dateFromTyped(text, isDone);
    return isFilter && next !== null && outsideBounds(next, { min, max }) ? null : next;
  };
  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    const next = taken(text, false);
    if (next !== null || text.trim() === '' || !isFilter) send(next ?? '');
  };
  const leave = () => {
    setLeft(true);
    const isBlank = typed.trim() === '';
    const next = isBlank ? '' : taken(typed, true);
    if (next === null) return;
    send(next);
    // A day that cannot be left out, such as a report's, is not taken away: it is shown again.
    const shown = isBlank ? date : next;
    sent.current = shown;
    setTyped(dateAsTyped(shown));
  };
  const choose = (next: CalendarDate) => {
    setTyped(dateAsTyped(next));
    setLeft(true);
    send(next);
  };
  const meant = dateFromTyped(typed, true);
  const complete = dateFromTyped(typed, isLeft);
  const problem =
    typed.trim() === '' ? undefined : complete === null ? notADate : outsideBounds(complete, { min, max });
  return {
    typed,
    type,
    leave,
    choose,
    meant,
    isWrong: problem !== undefined,
    told: isLeft ? problem : undefined,
  };
}
