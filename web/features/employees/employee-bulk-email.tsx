import { Checkbox } from '@mantine/core';
import { employeeBulkEmail } from '#domain/employees/employee-bulk-email.contract';
import { employees } from '#domain/employees/employee.contract';
import type { BulkEmailTerms } from '../bulk-emails';

/** How many employees are emailed a message at once. */
export const employeeMailTerms: BulkEmailTerms = {
  kind: 'employees',
  calls: employeeBulkEmail,
  list: employees.list,
  one: 'employee',
  action: 'Email employees',
  nameHeader: 'Employee',
  recordAddress: '/employees/$id',
  options: { skip_recent: false, skip_left: true },
  renderOptions: (options, change) => (
    <Checkbox
      label="Skip employees who left"
      checked={options.skip_left !== false}
      onChange={event => change({ skip_left: event.currentTarget.checked })}
    />
  ),
};

const { renderOptions: _ofMany, ...terms } = employeeMailTerms;

/** The same for one employee, who may have left. */
export const oneEmployeeMailTerms: BulkEmailTerms = {
  ...terms,
  action: 'Email employee',
  recently: null,
  options: { skip_recent: false, skip_left: false },
};
