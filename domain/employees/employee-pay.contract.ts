import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { optionalText, version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { accountNumber, sortCode } from '../kernel/bank-account';
import { nationalInsuranceNumber } from './national-insurance-number';

/** What an amount of pay is for. */
export const payPer = z.enum(['hour', 'week', 'month', 'year'], 'Choose what the pay is for.');
export type PayPer = z.infer<typeof payPer>;
export const payPerNames: Readonly<Record<PayPer, string>> = {
  hour: 'an hour',
  week: 'a week',
  month: 'a month',
  year: 'a year',
};

/**
 * Pay, bank and National Insurance details: encrypted in the database, and in no list, export, log or search
 * (rule K8).
 */
const details = {
  pay: money.nullable(),
  pay_per: payPer,
  bank_name: z.string().nullable(),
  account_name: z.string().nullable(),
  sort_code: z.string().nullable(),
  account_number: z.string().nullable(),
  national_insurance_number: z.string().nullable(),
  tax_code: z.string().nullable(),
};

const payDetails = z.object({
  ...details,
  /** Zero until something is entered. */
  version: z.int(),
  changed_by: z.string().nullable(),
  changed_at: instant.nullable(),
});

const employeePayWrite = z.strictObject({
  pay: enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.').nullish(),
  pay_per: payPer.default('year'),
  bank_name: optionalText('Bank', 120),
  account_name: optionalText('Account name', 120),
  sort_code: sortCode,
  account_number: accountNumber,
  national_insurance_number: nationalInsuranceNumber,
  tax_code: optionalText('Tax code', 12).overwrite(text => text && text.toUpperCase()),
  version: z.union([version, z.literal(0)]).optional(),
});

export const employeePay = {
  get: call('GET', '/employees/{id}/pay', {
    summary: 'Show the pay, bank and National Insurance details of an employee',
    access: can('view_employee', 'view_pay'),
    reply: payDetails,
  }),
  save: call('PUT', '/employees/{id}/pay', {
    summary: 'Edit the pay, bank and National Insurance details of an employee',
    access: can('edit_employee', 'view_pay'),
    needsConfirmation: true,
    body: employeePayWrite,
    reply: payDetails,
  }),
};

export type EmployeePay = z.output<typeof payDetails>;
export type EmployeePayWrite = z.output<typeof employeePayWrite>;
