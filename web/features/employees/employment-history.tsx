import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { employeeStepNames } from '#domain/employees/employee.status';
import { formatDate } from '#domain/kernel/dates';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';

/** The history of the employment, newest first. */
export const EmploymentHistory = ({ employee }: { employee: EmployeeDetail }) => (
  <Card title="Employment" flush>
    <LongTable
      label="Employment"
      rows={employee.steps}
      rowKey={step => step.id}
      columns={columns}
      empty="No changes yet."
    />
  </Card>
);

const columns: Column<EmployeeDetail['steps'][number]>[] = [
  { header: 'Day', kind: 'date', cell: step => <Day date={step.happened_on} /> },
  {
    header: 'Change',
    cell: ({ step, until }) =>
      until ? `${employeeStepNames[step]} until ${formatDate(until)}` : employeeStepNames[step],
  },
  { header: 'Reason', cell: step => step.reason ?? '—' },
  { header: 'Recorded by', kind: 'person', cell: step => step.by },
  { header: 'Recorded', kind: 'date', cell: step => <Moment at={step.at} /> },
];
