import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import {
  id,
  idsFilter,
  optionalEmail,
  optionalLongText,
  optionalText,
  requiredText,
  version,
} from '../kernel/fields';
import { listCalls, severalIds, severalOf, severalWords } from '../kernel/list-query';
import { ruleResult } from '../kernel/rule-result-reply';
import { expiryState } from './employee-document.contract';
import { employeeStatus, employeeStepNames, employeeSteps } from './employee.status';

const named = z.object({ id, name: z.string() });
const keys = <Names extends Readonly<Record<string, unknown>>>(names: Names) =>
  Object.keys(names) as [keyof Names & string, ...(keyof Names & string)[]];

const employeeRow = z.object({
  id,
  number: z.string(),
  name: z.string(),
  job_title: z.string().nullable(),
  department: z.string().nullable(),
  manager: named.nullable(),
  /** The account they sign in with. */
  user: named.nullable(),
  status: employeeStatus,
  started_on: calendarDate,
  left_on: calendarDate.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The document that expires next or has expired. */
  next_expiry: calendarDate.nullable(),

  clocked_in_at: instant.nullable(),
  version,
});

/** A step of the employment. */
const employmentStep = z.object({
  id,
  step: z.enum(keys(employeeStepNames)),
  happened_on: calendarDate,
  until: calendarDate.nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  at: instant,
});

const listedEmployee = employeeRow.extend({ next_expiry_state: expiryState });

const employeeDetail = employeeRow.extend({
  away_from: calendarDate.nullable(),
  away_until: calendarDate.nullable(),
  address: z.string().nullable(),
  postcode: z.string().nullable(),
  emergency_name: z.string().nullable(),
  emergency_relation: z.string().nullable(),
  emergency_phone: z.string().nullable(),
  notes: z.string().nullable(),
  erased_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  /** The employees they manage. */
  reports: z.array(named.extend({ job_title: z.string().nullable() })),
  steps: z.array(employmentStep),
  /** The actions this user can take now, or why not: buttons and refusals follow one rule. */
  can: z.object({
    edit: ruleResult,
    go_on_leave: ruleResult,
    return: ruleResult,
    suspend: ruleResult,
    reinstate: ruleResult,
    leave: ruleResult,
    rehire: ruleResult,
    erase: ruleResult,
  }),
});

const employeeChoice = z.object({
  id,
  name: z.string(),
  job_title: z.string().nullable(),
  status: employeeStatus,
});

export const employeeWrite = z.strictObject({
  name: requiredText('Name', 200),
  job_title: optionalText('Job title', 120),
  department: optionalText('Department', 120),
  manager_id: id.nullish(),
  user_id: id.nullish(),
  started_on: enteredDate.optional(),
  email: optionalEmail,
  phone: optionalText('Phone', 40),
  address: optionalLongText('Address', 1000),
  postcode: optionalText('Postcode', 12),
  emergency_name: optionalText('Emergency contact', 200),
  emergency_relation: optionalText('Relationship', 80),
  emergency_phone: optionalText('Emergency phone', 40),
  notes: optionalLongText('Notes', 4000),
});

const { rehire: _rehire, ...everydaySteps } = employeeSteps;
const view = can('view_employee');
const openAccess = canAny('view_employee', 'create_employee', 'edit_employee');
const reason = optionalText('Reason', 300);

export const employees = {
  ...listCalls('/employees', {
    summary: 'List employees',
    access: view,
    exportAccess: can('view_employee', 'export_data'),
    exportNeedsConfirmation: true,
    listing: {
      sort: ['name', 'number', 'started_on', 'department'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: {
        status: severalOf(employeeStatus),
        department: severalWords('departments', 120),
        manager_id: severalIds('employees'),
        documents: z.enum(['expiring', 'expired', 'due'], 'Choose expiring, expired or due.'),
        ids: idsFilter,
      },
    },
    row: listedEmployee,
  }),
  search: call('GET', '/employees/search', {
    summary: 'Find employees for a form or a filter, by name, number or job',
    access: openAccess,
    query: z.strictObject({
      text: z.string().max(200, 'Search for at most 200 characters.').default(''),
      /** Finds only these, whatever the text. */
      id: severalIds('employees').optional(),
    }),
    reply: z.object({ data: z.array(employeeChoice) }),
  }),
  choices: call('GET', '/employees/choices', {
    summary: 'List the options for an employee: departments in use, and accounts that no employee has',
    access: openAccess,
    reply: z.object({ departments: z.array(z.string()), users: z.array(named) }),
  }),
  get: call('GET', '/employees/{id}', {
    summary: 'Show an employee',
    // Users who may only add employees see the result, and no other employee.
    access: canAny('view_employee', 'edit_employee'),
    reply: employeeDetail,
  }),
  personalData: call('GET', '/employees/{id}/personal-data', {
    summary:
      'Export the personal data held on an employee, as JSON. Pay details, account, claims, emails and history need their own permissions',
    access: can('view_employee', 'export_data'),
    reply: z.unknown(),
    replyKind: 'file',
    needsConfirmation: true,
    perMinute: 20,
  }),
  create: call('POST', '/employees', {
    summary: 'Add an employee',
    access: can('create_employee'),
    body: employeeWrite,
    reply: employeeDetail,
  }),
  update: call('PUT', '/employees/{id}', {
    summary: 'Edit an employee',
    access: can('edit_employee'),
    body: employeeWrite.extend({
      /** Corrects the last day of an employee who left. */
      left_on: enteredDate.optional(),
      version: version.optional(),
    }),
    reply: employeeDetail,
  }),
  changeStatus: call('POST', '/employees/{id}/steps', {
    summary:
      'Record leave, return, suspension, reinstatement or leaving. Suspension and leaving deactivate the account at once',
    access: can('edit_employee'),
    body: z.strictObject({
      step: z.enum(keys(everydaySteps), 'Choose a change of status.'),
      /** Defaults to today. */
      on: enteredDate.optional(),
      until: enteredDate.nullish(),
      reason,
      /** For leaving: the new manager of their reports. */
      reports_to: id.nullish(),
      version: version.optional(),
    }),
    reply: employeeDetail,
  }),
  rehire: call('POST', '/employees/{id}/rehire', {
    summary: 'Rehire an employee who left',
    access: can('create_employee'),
    body: z.strictObject({ on: enteredDate.optional(), reason, version: version.optional() }),
    reply: employeeDetail,
  }),
  erase: call('POST', '/employees/{id}/erase', {
    summary: 'Erase the personal data of an employee who left. Hours and wages are kept without a name',
    access: can('delete_employee'),
    body: z.strictObject({ reason: requiredText('Reason', 300) }),
    reply: employeeDetail,
  }),
};

export type EmployeeRow = z.output<typeof listedEmployee>;
export type EmployeeDetail = z.output<typeof employeeDetail>;
export type EmployeeWrite = z.output<typeof employeeWrite>;
export type EmployeeChoice = z.output<typeof employeeChoice>;
