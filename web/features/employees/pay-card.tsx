import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { type EmployeePay, employeePay, payPerNames } from '#domain/employees/employee-pay.contract';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { formatPounds } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { Moment } from '../../ui/dates/day';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { EmployeePayDialog } from './lazy-dialogs';
import { SalaryPayments } from './salary-payments';
import './employees.css';
import { payOfEmployee } from './employees.queries';

type Props = { employee: EmployeeDetail; onChanged: (message: string) => void };

/** Pay, bank and National Insurance details, with permission and only on request. */
export function PayCard({ employee, onChanged }: Props) {
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { canCall } = useAccess();
  const page = useQuery({ ...payOfEmployee(employee.id), enabled: isShown });
  if (!canCall(employeePay.get) || employee.erased_at !== null) return null;
  const canChange = canCall(employeePay.save);
  return (
    <Card
      title="Pay and bank"
      actions={
        <span className="employee-head">
          {page.data && canChange && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Pencil size={14} />}
              onClick={() => setOpen(true)}
            >
              Change details
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={isShown ? <EyeOff size={14} /> : <Eye size={14} />}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide pay details' : 'Show pay details'}
          </Button>
        </span>
      }
    >
      {!isShown && <p className="employee-note">Encrypted. Only shown with permission to see pay.</p>}
      {isShown && page.isError && (
        <Alert role="alert" color="red" variant="light" data-notice="danger">
          {messageOf(page.error, 'The details could not be loaded. Try again.')}
        </Alert>
      )}
      {isShown && page.data && <FactList facts={factsOf(page.data)} />}
      {isShown && page.data && <SalaryPayments employee={employee} pay={page.data} onChanged={onChanged} />}
      {isOpen && page.data && (
        <EmployeePayDialog
          employee={employee}
          pay={page.data}
          onClose={() => setOpen(false)}
          onDone={message => {
            setOpen(false);
            onChanged(message);
          }}
        />
      )}
    </Card>
  );
}

const factsOf = (pay: EmployeePay): Fact[] => [
  { label: 'Pay', value: pay.pay === null ? null : `${formatPounds(pay.pay)} ${payPerNames[pay.pay_per]}` },
  { label: 'Bank', value: pay.bank_name },
  { label: 'Account name', value: pay.account_name },
  { label: 'Sort code', value: pay.sort_code },
  { label: 'Account number', value: pay.account_number },
  { label: 'National Insurance number', value: pay.national_insurance_number },
  { label: 'Tax code', value: pay.tax_code },
  ...(pay.changed_at
    ? [
        {
          label: 'Last changed',
          value: (
            <>
              <Moment at={pay.changed_at} /> by {pay.changed_by}
            </>
          ),
        },
      ]
    : []),
];
