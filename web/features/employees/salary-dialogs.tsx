import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type EmployeePay, payPerNames } from '#domain/employees/employee-pay.contract';
import { monthOfDay } from '#domain/employees/pay-period';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import {
  type SalaryPayment,
  salaryMethodNames,
  salaryPayments,
} from '#domain/employees/salary-payment.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { type MoneyAnswer, MoneyQuestion, withMoneyAnswer } from '../../ui/dialogs/money-question';
import { optionsFrom } from '../../ui/form/options-from';
import { typedPounds } from '../../ui/form/typed-figures';
import type { DialogProps } from './change-status-dialog';
import './employees.css';
import { DateInput } from '../../ui/dates/date-input';

type Values = {
  paid_for: string;
  period_from: string;
  period_to: string;
  confirm_overlap: boolean;
  confirm_outside_employment: boolean;
  amount: string;
  method: string;
  reference: string;
  business_date: string;
  date_reason: string;
};
type Reply = { message: string };

const monthOf = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
});

const bodyOf = (values: Values) =>
  ({
    ...values,
    amount: typedPounds(values.amount),
    period_from: values.period_from || null,
    period_to: values.period_to || null,
  }) as BodySent<typeof salaryPayments.pay>;

type ConfirmationProps = {
  fields: ReturnType<typeof useContractForm<Values, Reply>>['form'];
  name: 'confirm_overlap' | 'confirm_outside_employment';
  label: string;
};

/** Asked once the server has refused without it. */
const Confirmation = ({ fields, name, label }: ConfirmationProps) =>
  fields.errors[name] !== undefined || fields.values[name] ? (
    <Checkbox label={label} {...fields.getInputProps(name, { type: 'checkbox' })} />
  ) : null;

/** This month's wages, as agreed. */
function initialOf(pay: EmployeePay): Values {
  const month = monthOfDay(today());
  return {
    paid_for: monthOf.format(new Date(`${today()}T12:00:00Z`)),
    period_from: month.from,
    period_to: month.to,
    confirm_overlap: false,
    confirm_outside_employment: false,
    amount: pay.pay !== null && pay.pay_per === 'month' ? poundsFromPence(pay.pay) : '',
    method: 'bank_transfer',
    reference: '',
    business_date: today(),
    date_reason: '',
  };
}

/** Pays wages: one amount, without payroll figures. */
export function SalaryDialog({ employee, pay, onClose, onDone }: DialogProps & { pay: EmployeePay }) {
  const form = useContractForm<Values, Reply>({
    schema: z.preprocess(values => bodyOf(values as Values), salaryPayments.pay.body),
    initial: initialOf(pay),
    send: (values, idempotencyKey) =>
      request(salaryPayments.pay, {
        params: { id: employee.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ message }) => onDone(message),
    failure: 'The wages could not be posted. Try again.',
  });
  const fields = form.form;
  return (
    <FormDialog
      title={`Pay wages: ${employee.name}`}
      isDocument
      form={form}
      submitLabel="Pay wages"
      onClose={onClose}
    >
      {pay.pay !== null && (
        <p className="employee-note">
          Agreed: {formatPounds(pay.pay)} {payPerNames[pay.pay_per]}. Enter the amount that leaves the bank or
          the safe.
        </p>
      )}
      <TextInput
        label="Payment for"
        description="Each period can only be paid once"
        required
        maxLength={80}
        {...fields.getInputProps('paid_for')}
      />
      <div className="form-columns">
        <DateInput label="Pay period from" required {...fields.getInputProps('period_from')} />
        <DateInput label="Pay period to" required {...fields.getInputProps('period_to')} />
      </div>
      <Confirmation
        fields={fields}
        name="confirm_overlap"
        label="This is another payment for the same dates"
      />
      <Confirmation
        fields={fields}
        name="confirm_outside_employment"
        label="Pay wages for days outside their employment"
      />
      <div className="form-columns">
        <MoneyInput label="Amount" required data-autofocus {...fields.getInputProps('amount')} />
        <NativeSelect
          label="Method"
          data={optionsFrom(salaryMethodNames)}
          {...fields.getInputProps('method')}
        />
      </div>
      <DatedFields form={fields} name="business_date" label="Paid on" />
      <TextInput label="Reference" maxLength={100} {...fields.getInputProps('reference')} />
    </FormDialog>
  );
}

/** Reverses wages that were incorrect or returned. */
export function ReverseSalaryDialog({
  employee,
  payment,
  onClose,
  onDone,
}: {
  employee: EmployeeDetail;
  payment: SalaryPayment;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const form = useContractForm<MoneyAnswer & { reason: string }, Reply>({
    schema: withMoneyAnswer(salaryPayments.reverse.body),
    initial: { reason: '', money: '' },
    send: ({ reason }, idempotencyKey) =>
      request(salaryPayments.reverse, {
        params: { id: employee.id, payment_id: payment.id },
        body: { reason },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ message }) => onDone(message),
    failure: 'The wages could not be reversed. Try again.',
  });
  return (
    <FormDialog
      title={`Reverse ${payment.number}`}
      note={`${formatPounds(payment.amount)} for ${payment.paid_for} is returned to where it was paid from, dated today.`}
      isDocument
      form={form}
      submitLabel="Reverse"
      isBlocked={form.form.values.money === 'kept'}
      onClose={onClose}
    >
      <ReasonField form={form.form} />
      <MoneyQuestion
        amount={payment.amount}
        isOut
        payee={employee.name}
        ways="Correct the amount with the next wages. If it is returned, reverse the payment then."
        field={form.form.getInputProps('money')}
      />
    </FormDialog>
  );
}
