import type { EmployeeRow } from '#domain/employees/employee.contract';
import { employeeStatusNames } from '#domain/employees/employee.status';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the list of employees as a file. Pay, bank and National Insurance data are in no export (rule K8). */
export const employeeExportColumns: readonly Column<EmployeeRow>[] = [
  { header: 'Number', kind: 'text', width: 12, value: e => e.number },
  { header: 'Name', kind: 'text', width: 28, value: e => e.name },
  { header: 'Job Title', kind: 'text', width: 24, value: e => e.job_title },
  { header: 'Department', kind: 'text', width: 20, value: e => e.department },
  { header: 'Manager', kind: 'text', width: 28, value: e => e.manager?.name ?? null },
  { header: 'Email', kind: 'text', width: 30, value: e => e.email },
  { header: 'Phone', kind: 'text', width: 18, value: e => e.phone },
  { header: 'Account', kind: 'text', width: 24, value: e => e.user?.name ?? null },
  { header: 'Started', kind: 'date', width: 12, value: e => e.started_on },
  { header: 'Left', kind: 'date', width: 12, value: e => e.left_on },
  { header: 'Status', kind: 'text', width: 12, value: e => employeeStatusNames[e.status] },
  { header: 'Document expires', kind: 'date', width: 16, value: e => e.next_expiry },
];
