import { Textarea } from '@mantine/core';
import * as z from 'zod';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { EmployeePicker } from './employee-picker';
import { effectOf, type StepName, stepWords } from './step-words';
import './employees.css';
import { DateInput } from '../../ui/dates/date-input';

export type DialogProps = {
  employee: EmployeeDetail;
  onClose: () => void;
  onDone: (message: string) => void;
};

type Values = {
  on: string;
  until: string;
  reason: string;
  reports_to: null;
  successor: { readonly id: number; readonly name: string } | null;
};

/** One step of an employment: its effect, date and reason. */
export function ChangeStatusDialog({ employee, step, onClose, onDone }: DialogProps & { step: StepName }) {
  const words = stepWords[step];
  const { id, name } = employee;
  const form = useStep(employee, step, () => onDone(words.done(name)));
  const fields = form.form;
  const leads = step === 'leave' && employee.reports.length > 0;
  return (
    <FormDialog
      title={`${words.action}: ${name}`}
      note={effectOf(step, employee)}
      form={form}
      submitLabel={words.action}
      onClose={onClose}
    >
      <DateInput label={words.day} required max={today()} data-autofocus {...fields.getInputProps('on')} />
      {step === 'go_on_leave' && (
        <DateInput
          label="Last day away"
          description="Leave blank if not known yet"
          min={fields.values.on}
          {...fields.getInputProps('until')}
        />
      )}
      {leads && (
        <EmployeePicker
          label="New manager"
          description={`${name} manages ${employee.reports.map(person => person.name).join(', ')}`}
          required
          except={id}
          {...fields.getInputProps('reports_to')}
          chosen={fields.values.successor}
          onChange={successor => fields.setFieldValue('successor', successor)}
        />
      )}
      <Textarea
        label="Reason"
        required={step === 'suspend'}
        rows={2}
        maxLength={300}
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  );
}

function useStep({ id, version }: EmployeeDetail, step: StepName, onDone: () => void) {
  const rehired = (values: Values) => ({ on: values.on, reason: values.reason, version });
  return useContractForm<Values, EmployeeDetail>({
    schema: z.preprocess(
      values => (step === 'rehire' ? rehired(values as Values) : stepBody(step, values as Values, version)),
      step === 'rehire' ? employees.rehire.body : employees.changeStatus.body,
    ),
    initial: { on: today(), until: '', reason: '', reports_to: null, successor: null },
    send: (values, idempotencyKey) =>
      step === 'rehire'
        ? request(employees.rehire, {
            params: { id },
            body: rehired(values),
            idempotencyKey,
            shownInPlace: true,
          })
        : request(employees.changeStatus, {
            params: { id },
            body: stepBody(step, values, version),
            idempotencyKey,
            shownInPlace: true,
          }),
    onDone,
    failure: 'The change could not be recorded. Try again.',
  });
}

const stepBody = (
  step: Exclude<StepName, 'rehire'>,
  { on, until, reason, successor }: Values,
  version: number,
) => ({
  step,
  on,
  until: until === '' ? null : until,
  reason,
  reports_to: successor?.id ?? null,
  version,
});
