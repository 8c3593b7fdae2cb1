import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { formatDate } from '#domain/kernel/dates';
import { londonTime } from '#domain/kernel/london-clock';
import { EmailAddress } from '../../ui/email-address';
import { Card } from '../../ui/card';
import { Day, Moment } from '../../ui/dates/day';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { EmployeeBadge } from './employee-badges';
import { EmployeeLink } from './employee-columns';

/** All details of an employee except pay, with a dash for blanks. */
export function EmployeeInformation({ employee }: { employee: EmployeeDetail }) {
  return (
    <>
      <div className="employee-columns">
        <Card title="Job">
          <FactList facts={jobFacts(employee)} />
        </Card>
        <Card title="Contact">
          <FactList facts={contactFacts(employee)} />
        </Card>
      </div>
      {employee.notes && (
        <Card title="Notes">
          <p className="record-notes">{employee.notes}</p>
        </Card>
      )}
    </>
  );
}

const jobFacts = (employee: EmployeeDetail): Fact[] => [
  { label: 'Number', value: employee.number },
  { label: 'Status', value: <EmployeeBadge status={employee.status} /> },
  ...(employee.away_from
    ? [{ label: 'Away', value: awayWords(employee.away_from, employee.away_until) }]
    : []),
  { label: 'Job title', value: employee.job_title },
  { label: 'Department', value: employee.department },
  { label: 'Manager', value: employee.manager && <EmployeeLink employee={employee.manager} plain /> },
  ...(employee.reports.length > 0 ? [{ label: 'Manages', value: <Reports employee={employee} /> }] : []),
  { label: 'Account', value: employee.user?.name ?? 'No account' },
  {
    label: 'Hours',
    value: (
      <TextLink to="/employees/timesheet" search={{ employee_id: String(employee.id) }}>
        {employee.clocked_in_at ? `Clocked in since ${londonTime(employee.clocked_in_at)}` : 'Timesheet'}
      </TextLink>
    ),
  },
  { label: 'Started', value: <Day date={employee.started_on} /> },
  ...(employee.left_on ? [{ label: 'Left', value: <Day date={employee.left_on} /> }] : []),
  { label: 'Last updated', value: <Moment at={employee.updated_at} /> },
];

const awayWords = (from: string, until: string | null) =>
  until ? `${formatDate(from)} to ${formatDate(until)}` : `Since ${formatDate(from)}`;

const Reports = ({ employee }: { employee: EmployeeDetail }) => (
  <>
    {employee.reports.map((person, index) => (
      <Fragment key={person.id}>
        {index > 0 && ', '}
        <EmployeeLink employee={person} plain />
      </Fragment>
    ))}
  </>
);

const contactFacts = (employee: EmployeeDetail): Fact[] => [
  {
    label: 'Email',
    value: employee.email && (
      <Anchor href={`mailto:${employee.email}`}>
        <EmailAddress address={employee.email} />
      </Anchor>
    ),
  },
  {
    label: 'Phone',
    value: employee.phone && <Anchor href={`tel:${employee.phone}`}>{employee.phone}</Anchor>,
  },
  {
    label: 'Address',
    value: [employee.address, employee.postcode].filter(Boolean).join('\n') || null,
  },
  {
    label: 'Emergency contact',
    value:
      [
        [employee.emergency_name, employee.emergency_relation && `(${employee.emergency_relation})`]
          .filter(Boolean)
          .join(' '),
        employee.emergency_phone,
      ]
        .filter(Boolean)
        .join('\n') || null,
  },
];
