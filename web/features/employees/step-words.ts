import type { EmployeeDetail } from '#domain/employees/employee.contract';
import type { EmployeeStep } from '#domain/employees/employee.status';

export type StepName = EmployeeStep;

type Words = {
  /** The label in the menu, the dialog title and the button. */
  readonly action: string;
  /** The effect for an employee with an account, and without one. */
  readonly effect: string;
  readonly withoutAccount?: string;
  readonly day: string;
  readonly done: (name: string) => string;
};

export const stepWords: Readonly<Record<StepName, Words>> = {
  go_on_leave: {
    action: 'Start leave',
    effect: 'Their PIN does not open a till while they are away. Nothing else changes.',
    withoutAccount: 'Nothing else changes.',
    day: 'First day away',
    done: name => `${name} is on leave.`,
  },
  return: {
    action: 'Back from leave',
    effect: 'Their PIN works at the till again.',
    withoutAccount: 'Their status becomes active again.',
    day: 'First day back',
    done: name => `${name} is back.`,
  },
  suspend: {
    action: 'Suspend',
    effect:
      'They are signed out everywhere at once. Their account and PIN stop working. Expenses that recur as paid with their own money end.',
    withoutAccount: 'They have no account to deactivate.',
    day: 'From',
    done: name => `${name} is suspended.`,
  },
  reinstate: {
    action: 'Reinstate',
    effect:
      'If the suspension deactivated their account, it is activated again. They set a new PIN, and resume what recurred as paid with their own money.',
    withoutAccount: 'Their status becomes active again.',
    day: 'From',
    done: name => `${name} is reinstated.`,
  },
  leave: {
    action: 'Record leaving',
    effect:
      'They are signed out everywhere at once. Their account and PIN stop working. Documents and figures are kept.',
    withoutAccount: 'Documents and figures are kept.',
    day: 'Last day',
    done: name => `${name} has left.`,
  },
  rehire: {
    action: 'Rehire',
    effect: 'Their history is kept. Their account stays inactive until someone activates it.',
    day: 'First day',
    done: name => `${name} works here again.`,
  },
};
export const stepNames = Object.keys(stepWords) as StepName[];

export const effectOf = (step: StepName, { user }: EmployeeDetail): string => {
  const { effect, withoutAccount } = stepWords[step];
  return user ? effect : (withoutAccount ?? effect);
};
