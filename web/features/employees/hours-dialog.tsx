import { Textarea } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { type TimeEntry, timeEntries } from '#domain/employees/time-entry.contract';
import type { BodySent } from '#domain/kernel/call';
import { londonClock } from '#domain/kernel/london-clock';
import { request } from '../../platform/api';
import { DateTimeInput } from '../../ui/dates/date-time-input';
import { today } from '../../ui/form/dated-fields';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { EmployeePicker } from './employee-picker';
import { enteredInstant } from './entered-instant';
import './employees.css';

type Values = {
  employee: { readonly id: number; readonly name: string } | null;
  employee_id: null;
  clocked_in_at: string;
  clocked_out_at: string;
  reason: string;
  version?: number;
};

const clockMessage = 'Enter a date and a time, such as 31/03/2026 and 09:00.';

/** The fields are in London time; the request has the instant. */
const bodyOf = (
  { employee, employee_id: _field, clocked_in_at, clocked_out_at, ...rest }: Values,
  stored: TimeEntry | null,
) => ({
  ...(rest.version === undefined ? { employee_id: employee?.id ?? Number.NaN } : {}),
  ...rest,
  clocked_in_at: enteredInstant(clocked_in_at, stored?.clocked_in_at),
  clocked_out_at: enteredInstant(clocked_out_at, stored?.clocked_out_at),
});

/** Hours that were not clocked, or clocked incorrectly, with a reason. */
export function HoursDialog({
  entry,
  onClose,
  onDone,
}: {
  entry: TimeEntry | null;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  // After an edit by someone else it is theirs.
  const [stored, setStored] = useState(entry);
  const form = useContractForm<Values, TimeEntry>({
    schema: z.preprocess(
      values => bodyOf(values as Values, stored),
      (entry ? timeEntries.correct.body : timeEntries.add.body) as z.ZodType,
    ),
    initial: valuesOf(entry),
    send: (values, idempotencyKey) =>
      entry
        ? request(timeEntries.correct, {
            params: { id: entry.id },
            body: bodyOf(values, stored),
            shownInPlace: true,
          })
        : request(timeEntries.add, {
            body: bodyOf(values, null) as BodySent<typeof timeEntries.add>,
            idempotencyKey,
            shownInPlace: true,
          }),
    onDone: ({ employee }) => onDone(`Hours saved for ${employee.name}.`),
    failure: 'The hours could not be saved. Try again.',
    valuesOfCurrent: row => {
      const current = z.decode(timeEntries.correct.reply, row as never);
      setStored(current);
      return valuesOf(current);
    },
  });
  const fields = form.form;
  return (
    <GuardedDialog
      onClose={onClose}
      title={entry ? `Correct hours for ${entry.employee.name}` : 'Enter hours'}
    >
      <Form form={form} submitLabel={entry ? 'Correct' : 'Enter hours'} onCancel={onClose}>
        {!entry && (
          <EmployeePicker
            label="Employee"
            required
            data-autofocus
            {...fields.getInputProps('employee_id')}
            chosen={fields.values.employee}
            onChange={employee => fields.setFieldValue('employee', employee)}
          />
        )}
        <DateTimeInput
          label="Clocked in"
          required
          {...withClockMessage(fields.getInputProps('clocked_in_at'))}
        />
        <DateTimeInput
          label="Clocked out"
          required
          {...(entry ? { 'data-autofocus': true } : {})}
          {...withClockMessage(fields.getInputProps('clocked_out_at'))}
        />
        <Textarea label="Reason" required rows={2} maxLength={300} {...fields.getInputProps('reason')} />
      </Form>
    </GuardedDialog>
  );
}

/** The error of a field without a valid date and time. */
const withClockMessage = <Props extends { error?: unknown; value?: string }>(props: Props): Props =>
  props.error && enteredInstant(props.value ?? '', null) === '' ? { ...props, error: clockMessage } : props;

const valuesOf = (entry: TimeEntry | null): Values =>
  entry
    ? {
        employee: entry.employee,
        employee_id: null,
        clocked_in_at: londonClock(entry.clocked_in_at),
        clocked_out_at: londonClock(entry.clocked_out_at ?? entry.clocked_in_at),
        reason: '',
        version: entry.version,
      }
    : {
        employee: null,
        employee_id: null,
        clocked_in_at: `${today()}T09:00`,
        clocked_out_at: `${today()}T17:00`,
        reason: '',
      };
