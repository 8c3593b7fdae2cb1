import { type CalendarDate, formatDate } from '../kernel/dates';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { VatPeriod } from './vat-period';

/**
 * Whether the return of an open period can be filed: the period must be over, and the first one open (rule
 * V25).
 */
export function canFile(
  period: VatPeriod,
  { firstOpen, today }: { readonly firstOpen: VatPeriod | undefined; readonly today: CalendarDate },
): RuleResult {
  if (period.to >= today)
    return no(`This period ends on ${formatDate(period.to)}. File the return when it is over.`);
  if (firstOpen !== undefined && firstOpen.to < period.to)
    return no(`File the return to ${formatDate(firstOpen.to)} first. Returns are filed in order.`);
  return yes;
}

/** A period in words. */
export const periodWords = ({ from, to }: VatPeriod): string => `${formatDate(from)} to ${formatDate(to)}`;
