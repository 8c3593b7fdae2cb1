import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EmployeeSales, employeeSales } from '#domain/employees/employee-sales.contract';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { countOf } from '#domain/kernel/count-of';
import { formatDate } from '#domain/kernel/dates';
import { periodNames } from '#domain/kernel/period';
import { varianceWords } from '#domain/tills/variance-words';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { Money } from '../../ui/money';
import { optionsFrom } from '../../ui/form/options-from';
import { Tiles } from '../../ui/tiles';
import './employees.css';
import { salesOfEmployee } from './employees.queries';

/** Sales, refunds, discounts and till variances of an employee in a period. */
export function SalesCard({ employee }: { employee: EmployeeDetail }) {
  const { canCall } = useAccess();
  const [period, setPeriod] = useState('this_month');
  const canShow = canCall(employeeSales.show) && employee.user !== null;
  const page = useQuery({
    ...salesOfEmployee(employee.id, period as keyof typeof periodNames),
    enabled: canShow,
  });
  const { data } = page;
  if (!data && page.isError)
    return (
      <Card title="At the till">
        <LoadFailure page={page} />
      </Card>
    );
  if (!canShow || !data?.figures) return null;
  const { figures, from, to } = data;
  return (
    <Card
      title="At the till"
      actions={
        <NativeSelect
          size="xs"
          aria-label="Period"
          value={period}
          data={optionsFrom(periodNames)}
          onChange={event => setPeriod(event.currentTarget.value)}
        />
      }
    >
      <Tiles tiles={tilesOf(figures)} />
      <p className="employee-note employee-below">
        {formatDate(from)} to {formatDate(to)}.{' '}
        <TextLink to="/reports/sales-summary" search={{ from, to, cashier_id: String(figures.user_id) }}>
          Sales Summary of {employee.user?.name}
        </TextLink>
      </p>
    </Card>
  );
}

const tilesOf = (figures: NonNullable<EmployeeSales['figures']>) => [
  { label: 'Sales', value: figures.transactions.toLocaleString('en-GB') },
  { label: 'Sold', value: <Money pence={figures.gross} /> },
  { label: 'Refunded', value: <Money pence={figures.refunds_gross} /> },
  { label: 'Net takings', value: <Money pence={figures.net_takings} /> },
  { label: 'Discounts', value: <Money pence={figures.discounts} /> },
  { label: 'Average sale', value: figures.average === null ? '—' : <Money pence={figures.average} /> },
  {
    label: `Till variance (${countOf(figures.tills_closed, 'till')})`,
    value: varianceWords(figures.till_difference),
  },
];
