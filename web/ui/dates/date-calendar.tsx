import { ActionIcon, Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, type CalendarDate, formatDate } from '#domain/kernel/dates';
import { today } from '../form/dated-fields';
import './date-calendar.css';
import { addMonths } from './spoken-date';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const at = (date: CalendarDate) => new Date(`${date}T12:00:00Z`);

/** The weeks of a month, Monday first. */
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

type Props = {
  date: CalendarDate | null;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (date: CalendarDate) => void;
  onClose: () => void;
};

// Escape closes the calendar, not the dialog below it.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' };

/** A month for choosing a day: arrows move by day and week, Page up and down by month, Enter selects. */
export function DateCalendar({ date, min, max, onChoose, onClose }: Props) {
  const within = (day: CalendarDate) => (min && day < min ? min : max && day > max ? max : day);
  const [marked, setMarked] = useState(() => within(date ?? today()));
  const days = useRef<HTMLTableElement>(null);
  const byKey = useRef(true);
  useEffect(() => {
    if (byKey.current) days.current?.querySelector<HTMLElement>(`[data-day="${marked}"]`)?.focus();
    byKey.current = false;
  }, [marked]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = within(step(marked));
    byKey.current = next !== marked;
    setMarked(next);
  };
  const isOut = (day: CalendarDate) => within(day) !== day;
  return (
    // The keys are those of the days inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="date-calendar" onKeyDown={onKeyDown}>
      <MonthHead marked={marked} onTurn={months => setMarked(within(addMonths(marked, months)))} />
      <table ref={days}>
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
                <td key={day}>
                  <DayButton
                    day={day}
                    marked={marked}
                    isChosen={day === date}
                    isOut={isOut(day)}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        variant="subtle"
        size="xs"
        onClick={() => onChoose(today())}
        disabled={isOut(today())}
        {...keepsEscape}
      >
        Today
      </Button>
    </div>
  );
}

const MonthHead = ({ marked, onTurn }: { marked: CalendarDate; onTurn: (months: number) => void }) => (
  <div className="date-calendar-head">
    <ActionIcon variant="subtle" aria-label="Previous month" onClick={() => onTurn(-1)} {...keepsEscape}>
      <ChevronLeft size={16} />
    </ActionIcon>
    <span aria-live="polite">{monthName.format(at(marked))}</span>
    <ActionIcon variant="subtle" aria-label="Next month" onClick={() => onTurn(1)} {...keepsEscape}>
      <ChevronRight size={16} />
    </ActionIcon>
  </div>
);

type DayProps = {
  day: CalendarDate;
  marked: CalendarDate;
  isChosen: boolean;
  isOut: boolean;
  onChoose: (day: CalendarDate) => void;
};

const DayButton = ({ day, marked, isChosen, isOut, onChoose }: DayProps) => (
  <button
    type="button"
    className="date-calendar-day"
    data-day={day}
    data-other={day.slice(0, 7) !== marked.slice(0, 7) || undefined}
    data-today={day === today() || undefined}
    // The initial focus.
    data-autofocus={day === marked || undefined}
    aria-label={formatDate(day)}
    aria-pressed={isChosen}
    tabIndex={day === marked ? 0 : -1}
    disabled={isOut}
    onClick={() => onChoose(day)}
    {...keepsEscape}
  >
    {Number(day.slice(8))}
  </button>
);
