import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type EmployeePay, employeePay, payPerNames } from '#domain/employees/employee-pay.contract';
import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { optionsFrom } from '../../ui/form/options-from';
import { typedPounds } from '../../ui/form/typed-figures';
import type { DialogProps } from './change-status-dialog';

const fields = [
  ['bank_name', 'Bank', 120],
  ['account_name', 'Account name', 120],
  ['sort_code', 'Sort code', 12],
  ['account_number', 'Account number', 14],
  ['national_insurance_number', 'National Insurance number', 20],
  ['tax_code', 'Tax code', 12],
] as const;
type FieldName = (typeof fields)[number][0];
type Values = Record<FieldName | 'pay' | 'pay_per', string> & { version: number };

const valuesOf = (pay: EmployeePay): Values => ({
  ...(Object.fromEntries(fields.map(([name]) => [name, pay[name] ?? ''])) as Record<FieldName, string>),
  pay: pay.pay === null ? '' : poundsFromPence(pay.pay),
  pay_per: pay.pay_per,
  version: pay.version,
});

const bodyOf = (values: Values) =>
  ({
    ...values,
    pay: values.pay.trim() === '' ? null : typedPounds(values.pay),
  }) as BodySent<typeof employeePay.save>;

/** Changes pay, bank and National Insurance details. */
export function EmployeePayDialog({ employee, pay, onClose, onDone }: DialogProps & { pay: EmployeePay }) {
  const form = useContractForm<Values, EmployeePay>({
    schema: z.preprocess(values => bodyOf(values as Values), employeePay.save.body),
    initial: valuesOf(pay),
    send: values =>
      request(employeePay.save, { params: { id: employee.id }, body: bodyOf(values), shownInPlace: true }),
    onDone: () => onDone('Pay details saved.'),
    failure: 'The details could not be saved. Try again.',
    valuesOfCurrent: row => valuesOf(z.decode(employeePay.get.reply, row as never)),
  });
  return (
    <FormDialog
      title={`Pay and bank: ${employee.name}`}
      size="lg"
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="form-columns">
        <MoneyInput label="Pay" data-autofocus {...form.form.getInputProps('pay')} />
        <NativeSelect label="For" data={optionsFrom(payPerNames)} {...form.form.getInputProps('pay_per')} />
        {fields.map(([name, label, maxLength]) => (
          <TextInput
            key={name}
            label={label}
            maxLength={maxLength}
            autoComplete="off"
            {...form.form.getInputProps(name)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
