import type { EmployeeChoice } from '#domain/employees/employee.contract';
import { type PickerField, RecordPicker } from '../../ui/record-picker';
import { employeesByText } from './employees.queries';

type Props = PickerField<EmployeeChoice, { readonly id: number; readonly name: string }> & {
  /** Who is not offered: one is not one's own manager. */
  except?: number | undefined;
};

/** Finds somebody who works here by name, number or job. */
export const EmployeePicker = ({ except, ...field }: Props) => (
  <RecordPicker
    field={field}
    search={employeesByText}
    offers={({ id, status }) => id !== except && status !== 'left'}
    detailOf={({ job_title }) => job_title ?? ''}
    nothing="No employee found"
  />
);
