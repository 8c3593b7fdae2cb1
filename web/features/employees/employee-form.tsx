import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { EmailInput, PhoneInput, PostcodeInput } from '../../ui/form/contact-inputs';
import { Card } from '../../ui/card';
import { today } from '../../ui/form/dated-fields';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { bodyOf, type EmployeeFormValues, formValuesOf } from './employee-form-values';
import { useEmployeeChoices } from './employee-list-page';
import { EmployeePicker } from './employee-picker';
import './employees.css';
import { DateInput } from '../../ui/dates/date-input';

type Props = {
  /** The employee to edit; undefined for a new one. */
  employee: EmployeeDetail | null;
  onSaved: (employee: EmployeeDetail) => void;
  onCancel: () => void;
};

/** Adds an employee or edits one. */
export function EmployeeForm({ employee, onSaved, onCancel }: Props) {
  const call = employee ? employees.update : employees.create;
  const form = useContractForm<EmployeeFormValues, EmployeeDetail>({
    schema: z.preprocess(values => bodyOf(values as EmployeeFormValues), call.body),
    initial: formValuesOf(employee, today()),
    send: (values, idempotencyKey) =>
      employee
        ? request(employees.update, { params: { id: employee.id }, body: bodyOf(values), shownInPlace: true })
        : request(employees.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The employee could not be saved. Try again.',
    valuesOfCurrent: row => formValuesOf(z.decode(employees.update.reply, row as never), today()),
  });
  return (
    <Form form={form} submitLabel={employee ? 'Save' : 'Add employee'} onCancel={onCancel}>
      <div className="employee-form">
        <JobFields form={form} employee={employee} />
        <ContactFields form={form} />
        <EmergencyFields form={form} />
        <Card title="Notes">
          <Textarea label="Notes" rows={4} maxLength={4000} {...form.form.getInputProps('notes')} />
        </Card>
      </div>
    </Form>
  );
}

type SectionProps = { form: ContractForm<EmployeeFormValues> };

function JobFields({ form: { form }, employee }: SectionProps & { employee: EmployeeDetail | null }) {
  const choices = useEmployeeChoices();
  const free = choices?.users ?? [];
  const accounts = employee?.user ? [employee.user, ...free] : free;
  return (
    <Card title="Job">
      <div className="form-columns">
        <TextInput
          className="form-wide"
          label="Name"
          required
          maxLength={200}
          autoFocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Job title"
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('job_title')}
        />
        <TextInput
          label="Department"
          maxLength={120}
          autoComplete="off"
          list="employee-departments"
          {...form.getInputProps('department')}
        />
        <datalist id="employee-departments">
          {(choices?.departments ?? []).map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <EmployeePicker
          label="Manager"
          {...form.getInputProps('manager_id')}
          except={employee?.id}
          chosen={form.values.manager}
          onChange={manager =>
            form.setFieldValue('manager', manager && { id: manager.id, name: manager.name })
          }
        />
        <DateInput label="Started" required {...form.getInputProps('started_on')} />
        {employee?.left_on && (
          <DateInput label="Last day" required max={today()} {...form.getInputProps('left_on')} />
        )}
        <NativeSelect
          className="form-wide"
          label="Account"
          description="Used to sign in. It is deactivated when they leave"
          data={[
            { value: '', label: 'No account' },
            ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('user_id')}
        />
      </div>
    </Card>
  );
}

const ContactFields = ({ form: { form } }: SectionProps) => (
  <Card title="Contact">
    <div className="form-columns">
      <EmailInput {...form.getInputProps('email')} />
      <PhoneInput {...form.getInputProps('phone')} />
      <Textarea
        className="form-wide"
        label="Address"
        rows={3}
        maxLength={1000}
        {...form.getInputProps('address')}
      />
      <PostcodeInput {...form.getInputProps('postcode')} />
    </div>
  </Card>
);

const EmergencyFields = ({ form: { form } }: SectionProps) => (
  <Card title="Emergency contact">
    <div className="form-columns">
      <TextInput
        className="form-wide"
        label="Contact name"
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('emergency_name')}
      />
      <TextInput
        label="Relationship"
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps('emergency_relation')}
      />
      <PhoneInput {...form.getInputProps('emergency_phone')} />
    </div>
  </Card>
);
