import { Eye, Pencil } from 'lucide-react';
import type { EmployeeRow, employees } from '#domain/employees/employee.contract';
import { Badge } from '../../ui/badge';
import type { Columns } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { RowAction } from '../../ui/table/row-action';
import { contactLines } from '../../ui/contact-lines';
import { EmployeeBadge, Expiry } from './employee-badges';
import './employees.css';

type Actions = {
  onEdit: false | ((employee: EmployeeRow) => void);
  onOpen: (employee: EmployeeRow) => void;
};

/** The columns of the list of employees. Actions without permission are absent. */
export const employeeColumns = ({ onEdit, onOpen }: Actions): Columns<typeof employees.list> => [
  {
    header: 'Number',
    sort: 'number',
    width: '100px',
    cell: ({ number }) => <span className="figures">{number}</span>,
  },
  {
    header: 'Name',
    phone: 'title',
    minWidth: '136px',
    sort: 'name',
    cell: employee => (
      <span className="employee-lines">
        <EmployeeLink employee={employee} />
        {employee.job_title && <span className="employee-aside">{employee.job_title}</span>}
      </span>
    ),
  },
  ...jobColumns,
  {
    header: 'Manager',
    kind: 'person',
    minWidth: '96px',
    cell: ({ manager }) => (manager ? <EmployeeLink employee={manager} plain /> : '—'),
  },
  {
    header: 'Contact',
    minWidth: '240px',
    edit: ['email', 'phone'],
    cell: ({ email, phone }) => contactLines(email, phone),
  },
  {
    header: 'Started',
    kind: 'date',
    sort: 'started_on',
    cell: ({ started_on }) => <Day date={started_on} />,
  },
  { header: 'Left', kind: 'date', hidden: true, cell: ({ left_on }) => <Day date={left_on} /> },
  {
    header: 'Documents',
    minWidth: '104px',
    cell: row => <Expiry on={row.next_expiry} state={row.next_expiry_state} />,
  },
  {
    header: 'Status',
    kind: 'status',
    width: '112px',
    cell: ({ status, clocked_in_at }) => (
      <span className="employee-lines">
        <EmployeeBadge status={status} />
        {clocked_in_at && <Badge tone="info">Clocked in</Badge>}
      </span>
    ),
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    width: '84px',
    cell: employee => (
      <span className="row-actions">
        {onEdit && (
          <RowAction icon={Pencil} label="Edit" of={employee.name} onClick={() => onEdit(employee)} />
        )}
        <RowAction icon={Eye} label="View details of" of={employee.name} onClick={() => onOpen(employee)} />
      </span>
    ),
  },
];

const jobColumns: Columns<typeof employees.list> = [
  { header: 'Job title', hidden: true, cell: ({ job_title }) => job_title ?? '—' },
  { header: 'Signs in as', kind: 'person', hidden: true, cell: ({ user }) => user?.name ?? '—' },
  {
    header: 'Department',
    minWidth: '104px',
    sort: 'department',
    edit: ['department'],
    cell: ({ department }) => department ?? '—',
  },
];

export const EmployeeLink = ({
  employee,
  plain,
}: {
  employee: { readonly id: number; readonly name: string };
  plain?: boolean;
}) => (
  <TextLink to="/employees/$id" params={{ id: String(employee.id) }} fw={plain ? 400 : 560}>
    {employee.name}
  </TextLink>
);
