import { type EmployeeChoice, employees } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { type PickerField, RecordPicker } from '../../ui/record-picker';

type Props = PickerField<EmployeeChoice, { readonly id: number; readonly name: string }> & {
  /** Who is not offered: one is not one's own manager. */
  except?: number | undefined;
};

/** Finds somebody who works here by name, number or job. */
export const EmployeePicker = ({ except, ...field }: Props) => (
  <RecordPicker
    field={field}
    searchKey={employees.search.path}
    search={async (text, signal) =>
      (await searchEmployees(text, signal)).filter(({ id, status }) => id !== except && status !== 'left')
    }
    detailOf={({ job_title }) => job_title ?? ''}
    nothing="No employee found"
  />
);

async function searchEmployees(text: string, signal?: AbortSignal): Promise<EmployeeChoice[]> {
  const query = { text: text.slice(0, 200) };
  return (await request(employees.search, { query, ...(signal ? { signal } : {}), shownInPlace: true })).data;
}
