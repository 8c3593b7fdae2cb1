import type { EmployeeDetail } from '#domain/employees/employee.contract';
import type { EmployeeStep } from '#domain/employees/employee.status';

export type StepName = EmployeeStep;

type Words = {
  /** On the menu, at the head of the window and on its button. */
  readonly action: string;
  /** What it comes to, for an employee with an account and for one without. */
  readonly effect: string;
  readonly withoutAccount?: string;
  readonly day: string;
  readonly done: (name: string) => string;
};

export const stepWords: Readonly<Record<StepName, Words>> = {
  go_on_leave: {
    action: 'Send on leave',
    effect: 'While they are away their PIN does not open a till. Everything else stays as it is.',
    withoutAccount: 'Everything stays as it is.',
    day: 'First day away',
    done: name => `${name} is on leave.`,
  },
  return: {
    action: 'Back from leave',
    effect: 'Their PIN works at the till again.',
    withoutAccount: 'They count as active again.',
    day: 'First day back',
    done: name => `${name} is back.`,
  },
  suspend: {
    action: 'Suspend',
    effect: 'They are signed out everywhere at once, and their account and PIN do not let them in any more.',
    withoutAccount: 'They have no account to close.',
    day: 'From',
    done: name => `${name} is suspended.`,
  },
  reinstate: {
    action: 'Reinstate',
    effect: 'Their account is open again, if it was the suspension that closed it. They set a new PIN.',
    withoutAccount: 'They count as active again.',
    day: 'From',
    done: name => `${name} is reinstated.`,
  },
  leave: {
    action: 'Record leaving',
    effect:
      'They are signed out everywhere at once, and their account and PIN do not let them in any more. Documents and figures stay.',
    withoutAccount: 'Documents and figures stay.',
    day: 'Last day',
    done: name => `${name} has left.`,
  },
  rehire: {
    action: 'Hire again',
    effect: 'What happened before stays. Their account stays closed until somebody activates it.',
    day: 'First day',
    done: name => `${name} works here again.`,
  },
};
export const stepNames = Object.keys(stepWords) as StepName[];

export const effectOf = (step: StepName, { user }: EmployeeDetail): string => {
  const { effect, withoutAccount } = stepWords[step];
  return user ? effect : (withoutAccount ?? effect);
};
