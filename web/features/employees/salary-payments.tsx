import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2, Wallet } from 'lucide-react';
import { useState } from 'react';
import type { EmployeePay } from '#domain/employees/employee-pay.contract';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import {
  type SalaryPayment,
  salaryMethodNames,
  salaryPayments,
} from '#domain/employees/salary-payment.contract';
import { formatDate } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { RowAction } from '../../ui/table/row-action';
import { ReverseSalaryDialog, SalaryDialog } from './lazy-dialogs';
import './employees.css';
import { wagesOfEmployee } from './employees.queries';

type Props = { employee: EmployeeDetail; pay: EmployeePay; onChanged: (message: string) => void };

/** The wages paid to an employee, and the button to pay them. */
export function SalaryPayments({ employee, pay, onChanged }: Props) {
  const { canCall } = useAccess();
  const [isPaying, setPaying] = useState(false);
  const [reversing, setReversing] = useState<SalaryPayment | null>(null);
  const page = useQuery(wagesOfEmployee(employee.id));
  const done = (message: string) => {
    setPaying(false);
    setReversing(null);
    onChanged(message);
  };
  return (
    <div className="employee-wages">
      <div className="employee-wages-head">
        <h3>Wages</h3>
        {canCall(salaryPayments.pay) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Wallet size={14} />}
            onClick={() => setPaying(true)}
          >
            Pay wages
          </Button>
        )}
      </div>
      <LongTable
        label="Wages"
        rows={page.data?.data}
        load={page}
        rowKey={payment => payment.id}
        columns={columnsWith(canCall(salaryPayments.reverse) && setReversing)}
        empty="No wages paid yet."
      />
      {isPaying && (
        <SalaryDialog employee={employee} pay={pay} onClose={() => setPaying(false)} onDone={done} />
      )}
      {reversing && (
        <ReverseSalaryDialog
          employee={employee}
          payment={reversing}
          onClose={() => setReversing(null)}
          onDone={done}
        />
      )}
    </div>
  );
}

const columnsWith = (reverse: false | ((payment: SalaryPayment) => void)): Column<SalaryPayment>[] => [
  { header: 'Number', kind: 'code', cell: payment => <span className="figures">{payment.number}</span> },
  {
    header: 'For',
    cell: ({ paid_for, reference, reversed }) => (
      <span className="employee-lines">
        {paid_for}
        {reference && <span className="employee-aside">{reference}</span>}
        {reversed && (
          <span className="employee-aside">
            Reversed {formatDate(reversed.on)}: {reversed.reason}
          </span>
        )}
      </span>
    ),
  },
  { header: 'Paid', cell: payment => <Day date={payment.paid_on} /> },
  { header: 'Method', cell: ({ method }) => salaryMethodNames[method] },
  { header: 'Amount', align: 'end', cell: payment => <Money pence={payment.amount} /> },
  ...(reverse
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (payment: SalaryPayment) =>
            payment.reversed === null && (
              <RowAction
                icon={Undo2}
                label="Reverse"
                of={payment.number}
                danger
                onClick={() => reverse(payment)}
              />
            ),
        },
      ]
    : []),
];
