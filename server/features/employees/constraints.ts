import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for database constraints on employees. */
export const employeeConstraints: ConstraintWords = {
  salary_payments_stay_as_posted: 'This payment is posted. Reverse it instead of changing it.',
  time_entries_are_open_one_at_a_time: 'This employee is already clocked in. Reload the page.',
  employees_manager_exists: 'This manager no longer exists, or manages someone. Reload the page.',
  employees_user_exists: 'This account no longer exists, or belongs to an employee. Reload the page.',
};
