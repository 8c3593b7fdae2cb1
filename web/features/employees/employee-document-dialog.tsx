import { TextInput } from '@mantine/core';
import * as z from 'zod';
import { type EmployeeDocument, employeeDocuments } from '#domain/employees/employee-document.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import type { DialogProps } from './change-status-dialog';
import { DateInput } from '../../ui/dates/date-input';

type Values = { title: string; expires_on: string; version: number };
const bodyOf = ({ title, expires_on, version }: Values) => ({
  title,
  version,
  expires_on: expires_on === '' ? null : expires_on,
});

/** The title and expiry date of a document. */
export function EmployeeDocumentDialog({
  employee,
  document,
  onClose,
  onDone,
}: DialogProps & { document: EmployeeDocument }) {
  const form = useContractForm<Values, unknown>({
    schema: z.preprocess(values => bodyOf(values as Values), employeeDocuments.describe.body),
    initial: {
      title: document.title ?? '',
      expires_on: document.expires_on ?? '',
      version: document.version,
    },
    send: values =>
      request(employeeDocuments.describe, {
        params: { id: employee.id, attachment_id: document.id },
        body: bodyOf(values),
        shownInPlace: true,
      }),
    onDone: () => onDone('Document saved.'),
    failure: 'The document could not be saved. Try again.',
  });
  return (
    <FormDialog title={document.file_name} form={form} submitLabel="Save" onClose={onClose}>
      <TextInput
        label="Title"
        placeholder="Right to work, licence, contract"
        maxLength={120}
        data-autofocus
        {...form.form.getInputProps('title')}
      />
      <DateInput
        label="Expires"
        description="Leave blank if it does not expire. A reminder is sent before it does"
        {...form.form.getInputProps('expires_on')}
      />
    </FormDialog>
  );
}
