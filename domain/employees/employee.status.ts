import * as z from 'zod';

export const employeeStatus = z.enum(['active', 'on_leave', 'suspended', 'left'], 'Choose a status.');
export type EmployeeStatus = z.infer<typeof employeeStatus>;

/** Each step of an employment, with the statuses it starts from and leads to. */
export const employeeSteps = {
  go_on_leave: { from: ['active'], to: 'on_leave' },
  return: { from: ['on_leave'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
  leave: { from: ['active', 'on_leave', 'suspended'], to: 'left' },
  rehire: { from: ['left'], to: 'active' },
} as const satisfies Record<string, { from: readonly EmployeeStatus[]; to: EmployeeStatus }>;
export type EmployeeStep = keyof typeof employeeSteps;

export const employeeStatusNames: Readonly<Record<EmployeeStatus, string>> = {
  active: 'Active',
  on_leave: 'On leave',
  suspended: 'Suspended',
  left: 'Left',
};

/** The steps, as the history names them. */
export const employeeStepNames: Readonly<Record<EmployeeStep | 'start' | 'correct_leaving', string>> = {
  start: 'Started',
  go_on_leave: 'On leave',
  return: 'Back from leave',
  suspend: 'Suspended',
  reinstate: 'Reinstated',
  leave: 'Left',
  correct_leaving: 'Leaving date corrected',
  rehire: 'Rehired',
};
