import { addDays, type CalendarDate } from './dates';
import { financialYearOf, type YearStart } from './financial-year';
import { monthOf, months, type Period, quarterOf, weekOf } from './period';

/** The part of the week of a day that is in a period. */
export function weekWithin(date: CalendarDate, { from, to }: Period): Period {
  const week = weekOf(date);
  return { from: week.from > from ? week.from : from, to: week.to < to ? week.to : to };
}

/** The intervals that the columns of a report stand for, cut to the period. */
export const stepNames = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  quarter: 'By quarter',
  year: 'By financial year',
} as const;
export type Step = keyof typeof stepNames;

function wholeStep(day: CalendarDate, step: Step, start: YearStart): Period {
  switch (step) {
    case 'day':
      return { from: day, to: day };
    case 'week':
      return weekOf(day);
    case 'month':
      return months(monthOf(day), 1);
    case 'quarter':
      return quarterOf(day, start, 0);
    case 'year':
      return financialYearOf(day, start);
  }
}

/**
 * Every interval of a period in order, without gaps; the first and last are cut at the ends of the period.
 */
export function stepsOf({ from, to }: Period, step: Step, start: YearStart): Period[] {
  const steps: Period[] = [];
  for (let day = from; day <= to; ) {
    const whole = wholeStep(day, step, start);
    const end = whole.to < to ? whole.to : to;
    steps.push({ from: day, to: end });
    day = addDays(end, 1);
  }
  return steps;
}
