import { ActionIcon, Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, type CalendarDate, formatDate } from '#domain/kernel/dates';
import { today } from './dated-fields';
import './date-calendar.css';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const at = (date: CalendarDate) => new Date(`${date}T12:00:00Z`);

/** The same day so many months on; the last one where that month is shorter. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The weeks that a month lies in, Monday first. */
function weeksOf(date: CalendarDate): CalendarDate[][] {
  const first = `${date.slice(0, 7)}-01`;
  const start = addDays(first, -((at(first).getUTCDay() + 6) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(start, week * 7 + day)),
  );
}

const steps: Readonly<Record<string, (date: CalendarDate) => CalendarDate>> = {
  ArrowLeft: date => addDays(date, -1),
  ArrowRight: date => addDays(date, 1),
  ArrowUp: date => addDays(date, -7),
  ArrowDown: date => addDays(date, 7),
  Home: date => addDays(date, -((at(date).getUTCDay() + 6) % 7)),
  End: date => addDays(date, 6 - ((at(date).getUTCDay() + 6) % 7)),
  PageUp: date => addMonths(date, -1),
  PageDown: date => addMonths(date, 1),
};

/** A month to choose a day from: arrows go by day and week, Page up and down by month, Enter chooses. */
export function DateCalendar({
  date,
  min,
  max,
  onChoose,
  onClose,
}: {
  date: CalendarDate | null;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (date: CalendarDate) => void;
  onClose: () => void;
}) {
  const [marked, setMarked] = useState(date ?? today());
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(true);
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${marked}"]`)?.focus();
    byKey.current = false;
  }, [marked]);
  const isOut = (day: CalendarDate) => (!!min && day < min) || (!!max && day > max);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    byKey.current = true;
    setMarked(step(marked));
  };
  const button = (day: CalendarDate) => (
    <button
      type="button"
      className="date-calendar-day"
      data-day={day}
      data-other={day.slice(0, 7) !== marked.slice(0, 7) || undefined}
      data-today={day === today() || undefined}
      // The window below a calendar stays when Escape closes the calendar.
      data-mantine-stop-propagation="true"
      aria-label={formatDate(day)}
      aria-pressed={day === date}
      tabIndex={day === marked ? 0 : -1}
      disabled={isOut(day)}
      onClick={() => onChoose(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
  return (
    // The keys are those of the days inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="date-calendar" onKeyDown={onKeyDown}>
      <div className="date-calendar-head">
        <ActionIcon
          variant="subtle"
          aria-label="Previous month"
          onClick={() => setMarked(addMonths(marked, -1))}
        >
          <ChevronLeft size={16} />
        </ActionIcon>
        <span aria-live="polite">{monthName.format(at(marked))}</span>
        <ActionIcon variant="subtle" aria-label="Next month" onClick={() => setMarked(addMonths(marked, 1))}>
          <ChevronRight size={16} />
        </ActionIcon>
      </div>
      <table ref={grid}>
        <thead>
          <tr>
            {weekdays.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(marked).map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day}>{button(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="subtle" size="xs" onClick={() => onChoose(today())} disabled={isOut(today())}>
        Today
      </Button>
    </div>
  );
}
