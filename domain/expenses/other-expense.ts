import { formatDate } from '../kernel/dates';

/** An expense as another entry of the same receipt names it: by its number, or by its date while it has none. */
export const nameOfOtherExpense = (numberOrDate: string | undefined): string => {
  if (numberOrDate === undefined) return 'an expense';
  return /^\d{4}-\d{2}-\d{2}$/.test(numberOrDate)
    ? `a draft expense of ${formatDate(numberOrDate)}`
    : `expense ${numberOrDate}`;
};
