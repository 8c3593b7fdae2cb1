import type { ListState } from '../../platform/list-state';
import { RecordsFilter } from '../../ui/filters/records-filter';
import { EmployeePicker } from './employee-picker';
import { employeesByIds } from './employees.queries';

/** The employee filter of a list. It also finds those who have left. */
export const EmployeeFilter = ({ list }: { list: ListState<never, 'employee_id'> }) => (
  <RecordsFilter
    list={list}
    name="employee_id"
    label="Employee"
    all="All employees"
    Picker={EmployeePicker}
    byIds={employeesByIds}
  />
);
