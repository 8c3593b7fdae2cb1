import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dateAsTyped, dateFromTyped } from './typed-date';
import { onDemand } from './on-demand';

const DateCalendar = onDemand(async () => (await import('./date-calendar')).DateCalendar);

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** As on the wire, `2026-03-31`; blank for none. */
  value?: string | null;
  onChange?: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** What is half typed changes nothing yet: of a filter every change asks the server. */
  isFilter?: boolean;
};

const notADate = 'Enter a date as day/month/year, such as 31/03/2026.';

/**
 * A date as it is typed and read in Britain, whatever the browser speaks. What is sent is the date of the wire, or nothing while it
 * is none. Arrow down opens a calendar.
 */
export function DateInput({ value, onChange, min, max, isFilter, error, onBlur, ...rest }: Props) {
  const date = value ?? '';
  const [typed, setTyped] = useState(() => dateAsTyped(date));
  const [isLeft, setLeft] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
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
  const isWrong = typed.trim() !== '' && dateFromTyped(typed, isLeft) === null;
  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    const next = dateFromTyped(text, false);
    if (next !== null || text.trim() === '' || !isFilter) send(next ?? '');
  };
  const leave = () => {
    setLeft(true);
    const next = dateFromTyped(typed, true);
    if (next !== null) setTyped(dateAsTyped(next));
    if (next !== null || typed.trim() === '') send(next ?? '');
  };
  const choose = (next: string) => {
    setTyped(dateAsTyped(next));
    send(next);
    setOpen(false);
    field.current?.focus();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave();
    if (event.key !== 'ArrowDown' || rest.disabled || rest.readOnly) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <TextInput
        placeholder="dd/mm/yyyy"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        {...rest}
        ref={field}
        value={typed}
        error={isWrong && isLeft ? notADate : error}
        {...(isWrong ? { 'data-date-wrong': true } : {})}
        onChange={event => type(event.currentTarget.value)}
        onBlur={event => {
          leave();
          onBlur?.(event);
        }}
        onKeyDown={openByKey}
        rightSection={
          // The button opens and closes it, and says so: a text field may not be expanded.
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Open the calendar"
              // Arrow down in the field opens it for those who use keys.
              tabIndex={-1}
              disabled={rest.disabled ?? false}
              onClick={() => setOpen(!isOpen)}
            >
              <CalendarDays size={16} />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown aria-label="Calendar" p={8}>
        {isOpen && (
          <DateCalendar
            date={dateFromTyped(typed, true)}
            min={min}
            max={max}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
