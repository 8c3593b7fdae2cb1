import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateInput } from './date-input';
import { timeFromText } from './typed-time';
import './date-time-input.css';

type Props = {
  label: string;
  /** `2026-11-21T09:00`; each part can be blank, and the time half typed. */
  value?: string;
  onChange?: (clock: string) => void;
  error?: ReactNode;
  required?: boolean;
  'data-autofocus'?: boolean;
};

/** A date and time the British way: dd/mm/yyyy and 24 hours. */
export function DateTimeInput({ label, value = '', onChange, error, required = false, ...rest }: Props) {
  const [date = '', time = ''] = value.split('T');
  const send = (day: string, clock: string) => onChange?.(`${day}T${clock}`);
  return (
    <div className="date-time-input">
      <DateInput
        label={label}
        required={required}
        value={date}
        onChange={day => send(day, time)}
        error={error}
        {...rest}
      />
      <TextInput
        label="Time"
        aria-label={`${label}: time`}
        required={required}
        placeholder="hh:mm"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={time}
        error={error ? true : undefined}
        onChange={event => send(date, event.currentTarget.value)}
        onBlur={() => send(date, timeFromText(time) ?? time)}
      />
    </div>
  );
}
