import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import {
  frequencyNames,
  type Frequency,
  intervalCount,
  rhythmWords,
} from '#domain/expenses/expense-schedule';
import { type ExpenseSchedule, expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { request } from '../../platform/api';
import { today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { optionsFrom } from '../../ui/form/options-from';
import type { DialogProps } from './approval-dialogs';
import { numberOf } from './expense-columns';
import '../../ui/lines/dialog-lines.css';
import { DateInput } from '../../ui/dates/date-input';

type Values = { every: Frequency; interval_count: string; first_on: string; ends_on: string };

/**
 * Makes an expense recurring, such as rent or a subscription. A draft like it is created on each due date.
 */
export function RepeatExpenseDialog({ expense, onClose, onDone }: DialogProps) {
  const form = useContractForm<Values, ExpenseSchedule>({
    schema: z.preprocess(values => bodyOf(values as Values), expenseSchedules.create.body),
    initial: { every: 'month', interval_count: '1', first_on: nextMonth(expense), ends_on: '' },
    send: (values, idempotencyKey) =>
      request(expenseSchedules.create, {
        params: { id: expense.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ next_on }) =>
      onDone(
        `${numberOf(expense)} is recurring${next_on === null ? '' : `, first on ${formatDate(next_on)}`}.`,
      ),
    failure: 'The expense could not be made recurring.',
  });
  return (
    <FormDialog
      title={`Make ${numberOf(expense)} recurring`}
      size="lg"
      note="On each due date a draft with the same lines is created. Check it, attach its receipt and submit it."
      form={form}
      submitLabel="Make recurring"
      onClose={onClose}
    >
      <div className="form-columns">
        <NativeSelect
          label="How often"
          data-autofocus
          data={optionsFrom(frequencyNames)}
          {...form.form.getInputProps('every')}
        />
        <TextInput
          label="Interval"
          description={intervalWords(form.form.values)}
          inputMode="numeric"
          {...form.form.getInputProps('interval_count')}
        />
        <DateInput label="First on" required {...form.form.getInputProps('first_on')} />
        <DateInput
          label="Ends on"
          description="Leave blank if it does not end"
          {...form.form.getInputProps('ends_on')}
        />
      </div>
    </FormDialog>
  );
}

/** Suggests the same day of the next month, or today if that has passed. */
function nextMonth({ expense_date }: ExpenseDetail): string {
  const [year = 0, month = 1, day = 1] = expense_date.split('-').map(Number);
  const proposed = new Date(Date.UTC(year, month, Math.min(day, 28))).toISOString().slice(0, 10);
  return proposed < today() ? today() : proposed;
}

/** What the interval comes to, or what it is for while it is none. */
function intervalWords({ every, interval_count }: Values): string {
  const { data } = intervalCount.safeParse(Number(interval_count));
  return data === undefined || data === 1
    ? `2 means every second ${every}`
    : rhythmWords({ every, interval_count: data });
}

const bodyOf = ({
  every,
  interval_count,
  first_on,
  ends_on,
}: Values): BodySent<typeof expenseSchedules.create> => ({
  every,
  interval_count: Number(interval_count),
  first_on,
  ends_on: ends_on === '' ? null : ends_on,
});

type Change = { schedule: ExpenseSchedule; onClose: () => void; onDone: (message: string) => void };
type ChangeValues = { status: 'active' | 'paused'; ends_on: string; version: number };

const changeValuesOf = ({ status, ends_on, version }: ExpenseSchedule): ChangeValues => ({
  status: status === 'paused' ? 'paused' : 'active',
  ends_on: ends_on ?? '',
  version,
});

/** Pauses or resumes a recurring expense, or sets its end date. */
export function ExpenseScheduleDialog({ schedule, onClose, onDone }: Change) {
  const form = useContractForm<ChangeValues, ExpenseSchedule>({
    schema: z.preprocess(values => changeOf(values as ChangeValues), expenseSchedules.update.body),
    initial: changeValuesOf(schedule),
    send: values =>
      request(expenseSchedules.update, {
        params: { id: schedule.id },
        body: changeOf(values),
        shownInPlace: true,
      }),
    onDone: ({ next_on, status }) =>
      onDone(
        status === 'active' && next_on !== null
          ? `${schedule.description} is next due on ${formatDate(next_on)}.`
          : `${schedule.description} is ${status}.`,
      ),
    failure: 'The change could not be saved.',
    valuesOfCurrent: row => changeValuesOf(row as ExpenseSchedule),
  });
  return (
    <FormDialog title={`Change ${schedule.description}`} form={form} submitLabel="Save" onClose={onClose}>
      <NativeSelect
        label="Status"
        description="Dates within a pause are skipped"
        data-autofocus
        data={[
          { value: 'active', label: 'Active' },
          { value: 'paused', label: 'Paused' },
        ]}
        {...form.form.getInputProps('status')}
      />
      <DateInput
        label="Ends on"
        description="Leave blank if it does not end"
        {...form.form.getInputProps('ends_on')}
      />
    </FormDialog>
  );
}

const changeOf = ({ ends_on, ...change }: ChangeValues): BodySent<typeof expenseSchedules.update> => ({
  ...change,
  ends_on: ends_on === '' ? null : ends_on,
});
