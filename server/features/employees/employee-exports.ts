import type { TimeEntry } from '#domain/employees/time-entry.contract';
import { employeeStatusNames } from '#domain/employees/employee.status';
import { londonTime } from '#domain/kernel/london-clock';
import type { Column } from '../../platform/spreadsheets/column';
import type { FoundEmployee } from './employees.queries';

/**
 * The columns of the exported list of employees. Pay, bank and National Insurance details are never exported
 * (rule K8).
 */
export const employeeExportColumns: readonly Column<FoundEmployee>[] = [
  { header: 'Number', kind: 'text', width: 12, value: e => e.number },
  { header: 'Name', kind: 'text', width: 28, value: e => e.name },
  { header: 'Job title', kind: 'text', width: 24, value: e => e.job_title },
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

/** Hours with two decimals, as payroll needs them: 450 minutes are 7.50 (rounded half up). */
const hoursDecimal = (minutes: number): string => {
  const hundredths = Math.round((minutes * 100) / 60);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
};

/** The columns of an exported timesheet: dates and times in London, and whole minutes. */
export const timesheetColumns: readonly Column<TimeEntry>[] = [
  { header: 'Number', kind: 'text', width: 12, value: t => t.employee.number },
  { header: 'Name', kind: 'text', width: 28, value: t => t.employee.name },
  { header: 'Day', kind: 'date', width: 12, value: t => t.business_date },
  { header: 'In', kind: 'text', width: 10, value: t => londonTime(t.clocked_in_at) },
  { header: 'Out', kind: 'text', width: 10, value: t => t.clocked_out_at && londonTime(t.clocked_out_at) },
  { header: 'Minutes', kind: 'integer', width: 10, value: t => t.minutes },
  {
    header: 'Hours',
    kind: 'quantity',
    width: 14,
    value: t => (t.minutes === null ? null : hoursDecimal(t.minutes)),
  },
  { header: 'Corrected by', kind: 'text', width: 20, value: t => t.corrected?.by ?? null },
  { header: 'Reason', kind: 'text', width: 36, value: t => t.corrected?.reason ?? null },
];
