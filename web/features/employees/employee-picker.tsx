import type { EmployeeChoice } from '#domain/employees/employee.contract';
import { type PickerField, RecordPicker } from '../../ui/form/record-picker';
import { employeesByText } from './employees.queries';

type Props = PickerField<EmployeeChoice, { readonly id: number; readonly name: string }> & {
  /** The employee to leave out, who cannot be their own manager. */
  except?: number | undefined;
  /** Which of the results may be chosen; by default those who have not left. */
  offers?: (employee: EmployeeChoice) => boolean;
};

const isCurrent = ({ status }: EmployeeChoice) => status !== 'left';

/** Finds an employee by name, number or job. */
export const EmployeePicker = ({ except, offers = isCurrent, ...field }: Props) => (
  <RecordPicker
    field={field}
    search={employeesByText}
    offers={employee => employee.id !== except && offers(employee)}
    detailOf={({ job_title }) => job_title ?? ''}
    nothing="No employee found"
  />
);
