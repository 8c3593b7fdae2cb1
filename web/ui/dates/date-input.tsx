import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { invalidDateFormat } from '#domain/kernel/dates';
import { onDemand } from '../on-demand';
import { notADate, useTypedDate } from './use-typed-date';
import './date-input.css';

const DateCalendar = onDemand(async () => (await import('./date-calendar')).DateCalendar);

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** In wire format, `2026-03-31`; blank for none. */
  value?: string | null;
  onChange?: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Ignores half-typed dates, because every change of a filter queries the server. */
  isFilter?: boolean;
};

/**
 * A date typed and read the British way, whatever the browser's locale, in figures or words ("21 Nov", "+30", "end of
 * month"). The value is in wire format, or blank while the text is not a date. Shift and an arrow move it by a day, Alt and
 * an arrow by a month; arrow down opens a calendar.
 */
export function DateInput({ value, onChange, min, max, isFilter, error, onBlur, ...rest }: Props) {
  const text = useTypedDate({ date: value ?? '', onChange, isFilter, min, max });
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isFixed = !!(rest.disabled || rest.readOnly);
  const onKeyDown = (event: KeyboardEvent) => {
    // The same key may submit the form with the typed text.
    if (event.key === 'Enter') flushSync(text.leave);
    if (isFixed || event.ctrlKey || event.metaKey) return;
    const isMoved = text.moveBy(event);
    if (!isMoved && (event.key !== 'ArrowDown' || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (!isMoved) setOpen(true);
  };
  return (
    // The button opens a dialog, not the text field.
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          placeholder="dd/mm/yyyy"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          className={isFilter ? 'date-filter' : undefined}
          {...rest}
          ref={field}
          value={text.typed}
          // The server's message for a blank field names the wire format, which this field does not use.
          error={text.told ?? (error === invalidDateFormat ? notADate : error)}
          {...(text.isWrong ? { 'data-date-wrong': true } : {})}
          onChange={event => text.type(event.currentTarget.value)}
          onBlur={event => {
            text.leave();
            onBlur?.(event);
          }}
          onKeyDown={onKeyDown}
          rightSection={<CalendarButton isOpen={isOpen} isFixed={isFixed} onClick={() => setOpen(!isOpen)} />}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendar" p={8}>
        {isOpen && (
          <DateCalendar
            date={text.meant}
            min={min}
            max={max}
            onChoose={next => {
              text.choose(next);
              setOpen(false);
              field.current?.focus();
            }}
            onClose={() => {
              setOpen(false);
              field.current?.focus();
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type ButtonProps = { isOpen: boolean; isFixed: boolean; onClick: () => void };

const CalendarButton = ({ isOpen, isFixed, onClick }: ButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label="Open calendar"
    aria-haspopup="dialog"
    aria-expanded={isOpen}
    // Arrow down in the field opens it from the keyboard.
    tabIndex={-1}
    disabled={isFixed}
    onClick={onClick}
  >
    <CalendarDays size={16} />
  </ActionIcon>
);
