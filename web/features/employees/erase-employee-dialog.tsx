import { Textarea } from '@mantine/core';
import { employees, type EmployeeDetail } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import type { DialogProps } from './change-status-dialog';
import './employees.css';

/** Erases the personal data of an employee who left. */
export function EraseEmployeeDialog({ employee, onClose, onDone }: DialogProps) {
  const form = useContractForm<{ reason: string }, EmployeeDetail>({
    schema: employees.erase.body,
    initial: { reason: '' },
    send: (body, idempotencyKey) =>
      request(employees.erase, { params: { id: employee.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Personal data erased.'),
    failure: 'The data could not be erased. Try again.',
  });
  return (
    <FormDialog
      title={`Erase personal data: ${employee.name}`}
      note="Name, contact, emergency contact, notes, documents and pay details are permanently deleted. Number, dates, hours and wages are kept without a name, as tax law requires."
      form={form}
      submitLabel="Erase personal data"
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        required
        rows={2}
        maxLength={300}
        data-autofocus
        {...form.form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
