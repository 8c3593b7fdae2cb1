import { countOf } from '../kernel/count-of';
import type { CalendarDate } from '../kernel/dates';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import { type EmployeeStatus, type EmployeeStep, employeeSteps } from './employee.status';

/** The parts of an employee that the rules need. */
export type EmployeeState = {
  readonly name: string;
  readonly status: EmployeeStatus;
  readonly startedOn: CalendarDate;
  /** The last day, if they left. */
  readonly leftOn: CalendarDate | null;
  readonly isErased: boolean;
};

/** What must be settled before someone leaves. */
export type Unsettled = {
  /** Tills that they opened and that are still open. */
  readonly openTills: readonly string[];
  /** Their expenses that are not decided or not reimbursed. */
  readonly unpaidExpenses: number;
  /** Their drafts of what they paid with their own money. */
  readonly draftClaims: number;
  /** Cancelled expenses whose money they still have. */
  readonly owedExpenses: readonly string[];
  /** The employees they manage who still work here. */
  readonly reports: number;
  readonly isClockedIn: boolean;
};

const stateWords: Readonly<Record<EmployeeStatus, string>> = {
  active: 'is active',
  on_leave: 'is on leave',
  suspended: 'is suspended',
  left: 'has left',
};

const actionWords: Readonly<Record<EmployeeStep, string>> = {
  go_on_leave: 'cannot go on leave',
  return: 'cannot come back from leave',
  suspend: 'cannot be suspended',
  reinstate: 'cannot be reinstated',
  leave: 'cannot leave again',
  rehire: 'cannot be rehired',
};

/** Whether an employment can take a step now (features 5.6). */
export function canTake(step: EmployeeStep, { name, status, isErased }: EmployeeState): RuleResult {
  if (isErased)
    return no('The personal data of this employee has been erased. Add them as a new employee instead.');
  return (employeeSteps[step].from as readonly EmployeeStatus[]).includes(status)
    ? yes
    : no(`${name} ${stateWords[status]} and ${actionWords[step]}.`);
}

/** The day of a step: not in the future, and not before they started. */
export function canHappenOn(
  step: EmployeeStep,
  { startedOn, leftOn }: EmployeeState,
  { on, until, today }: { on: CalendarDate; until: CalendarDate | null; today: CalendarDate },
): RuleResult {
  if (on > today) return no('Choose today or an earlier date. Record future changes when they happen.', 'on');
  if (on < startedOn) return no('Choose the start date or a later one.', 'on');
  if (step === 'rehire' && leftOn !== null && on <= leftOn) return no('Choose a date after they left.', 'on');
  if (until !== null && step !== 'go_on_leave') return no('Only leave can have an end date.', 'until');
  if (until !== null && until < on) return no('Leave must end on or after the day it begins.', 'until');
  return yes;
}

/** What prevents leaving, each with how to settle it. */
export function canLeave(
  name: string,
  { openTills, unpaidExpenses, draftClaims, owedExpenses, reports, isClockedIn }: Unsettled,
  reason: string | null,
): RuleResult {
  if (openTills.length > 0)
    return no(`${name} has ${openTills.join(' and ')} open. Count and close it first.`);
  if (isClockedIn) return no(`${name} is clocked in. Clock them out, or correct the timesheet first.`);
  if (unpaidExpenses > 0)
    return no(
      `${name} has ${countOf(unpaidExpenses, 'expense')} that ${unpaidExpenses === 1 ? 'is' : 'are'} not paid. Pay or reject ${unpaidExpenses === 1 ? 'it' : 'them'} first.`,
    );
  if (draftClaims > 0)
    return no(
      `${name} has ${countOf(draftClaims, 'draft')} of expenses paid with their own money. Submit or delete ${draftClaims === 1 ? 'it' : 'them'} first.`,
    );
  if (reports > 0)
    return no(
      `${name} is the manager of ${countOf(reports, 'colleague')}. Choose their new manager.`,
      'reports_to',
    );
  // Whoever does not pay must still be able to leave, but not unnoticed.
  if (owedExpenses.length > 0 && reason === null)
    return no(
      `${name} has not returned the money of ${owedExpenses.join(' and ')}. Record its return first, or enter here how it is settled.`,
      'reason',
    );
  return yes;
}

/** Personal data can be erased once, and only after leaving (rules K3, K4). */
export function canErase({ name, status, isErased }: EmployeeState): RuleResult {
  if (isErased) return no('The personal data of this employee has already been erased.');
  return status === 'left'
    ? yes
    : no(`${name} still works here. You can only erase the data of employees who have left.`);
}
