import { useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '#domain/kernel/dates';
import { dateAsTyped, dateFromTyped } from './typed-date';

type Kept = {
  /** As on the wire; blank for none. */
  readonly date: string;
  readonly onChange: ((date: string) => void) | undefined;
  /** What is half typed changes nothing yet. */
  readonly isFilter: boolean | undefined;
};

/** What stands in a date field, and the date it means: sent as soon as it is one, read back once the field is left. */
export function useTypedDate({ date, onChange, isFilter }: Kept) {
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
  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    const next = dateFromTyped(text, false);
    if (next !== null || text.trim() === '' || !isFilter) send(next ?? '');
  };
  const leave = () => {
    setLeft(true);
    const isBlank = typed.trim() === '';
    const next = isBlank ? '' : dateFromTyped(typed, true);
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
  const isWrong = typed.trim() !== '' && dateFromTyped(typed, isLeft) === null;
  return { typed, type, leave, choose, meant, isWrong, isShownWrong: isWrong && isLeft };
}
