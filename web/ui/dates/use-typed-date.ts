import { useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '#domain/kernel/dates';
import {
  type Bounds,
  dateAfterKey,
  dateToText,
  type KeyEvent,
  dateFromText,
  outsideBounds,
} from './typed-date';

type TypedDate = Bounds & {
  /** In wire format; blank for none. */
  readonly date: string;
  readonly onChange: ((date: string) => void) | undefined;
  /** Ignores half-typed dates. */
  readonly isFilter: boolean | undefined;
};

export const notADate = 'Enter a date as day/month/year, such as 31/03/2026.';

/**
 * The text of a date field and its date. The date is reported once valid; the text is reformatted on blur.
 */
export function useTypedDate({ date, onChange, isFilter, min, max }: TypedDate) {
  const [typed, setTyped] = useState(() => dateToText(date));
  const [isLeft, setLeft] = useState(true);
  const sent = useRef(date);
  // External changes replace the text; typed text stays as typed.
  useEffect(() => {
    if (date === sent.current) return;
    sent.current = date;
    setTyped(dateToText(date));
  }, [date]);
  const send = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onChange?.(next);
  };
  // A filter is not set to a day that is not allowed.
  const taken = (text: string, isDone: boolean) => {
    const next = dateFromText(text, isDone);
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
    // A required date, such as a report's, is restored instead of cleared.
    const shown = isBlank ? date : next;
    sent.current = shown;
    setTyped(dateToText(shown));
  };
  const choose = (next: CalendarDate) => {
    setTyped(dateToText(next));
    setLeft(true);
    send(next);
  };
  const meant = dateFromText(typed, true);
  /** Whether the key moves the date, as far as its bounds allow. */
  const moveBy = (key: KeyEvent) => {
    const moved = meant && dateAfterKey(meant, key);
    if (moved && !outsideBounds(moved, { min, max })) choose(moved);
    return moved !== null;
  };
  const complete = dateFromText(typed, isLeft);
  const problem =
    typed.trim() === '' ? undefined : complete === null ? notADate : outsideBounds(complete, { min, max });
  return {
    typed,
    type,
    leave,
    choose,
    moveBy,
    meant,
    isWrong: problem !== undefined,
    told: isLeft ? problem : undefined,
  };
}
