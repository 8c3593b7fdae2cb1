import type { EmployeeChoice } from '#domain/employees/employee.contract';
import { type PickerField, RecordPicker } from '../../ui/record-picker';
import { employeesByText } from './employees.queries';

type Props = PickerField<EmployeeChoice, { readonly id: number; readonly name: string }> & {
  /** The employee to leave out, who cannot be their own manager. */
  except?: number | undefined;
};

/** Finds a current employee by name, number or job. */
export const EmployeePicker = ({ except, ...field }: Props) => (
  <RecordPicker
    field={field}
    search={employeesByText}
    offers={({ id, status }) => id !== except && status !== 'left'}
    detailOf={({ job_title }) => job_title ?? ''}
    nothing="No employee found"
  />
);
