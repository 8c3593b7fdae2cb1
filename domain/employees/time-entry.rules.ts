import { no, type RuleResult, yes } from '../kernel/rule-result';

const minuteMs = 60_000;
const maxDurationMs = 24 * 60 * minuteMs;

/** Whole minutes from clocking in to clocking out, rounded down. */
export const minutesBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / minuteMs);

/** 495 → `8 h 15 min`. */
export const hoursWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

type Span = { readonly from: Date; readonly to: Date };

/** Checks the times of hours entered manually. */
export function canHaveWorked({ from, to }: Span, now: Date): RuleResult {
  if (to > now) return no('Hours cannot be in the future. Enter a time in the past.', 'clocked_out_at');
  if (to <= from)
    return no('The clock-out time must be after the clock-in time. Check both.', 'clocked_out_at');
  if (to.getTime() - from.getTime() > maxDurationMs)
    return no('This is more than 24 hours. Enter each day separately.', 'clocked_out_at');
  return yes;
}

/** Users cannot correct their own hours, unless nobody else could (F33). */
export const canCorrectOf = ({ isOwn, hasSecond }: { isOwn: boolean; hasSecond: boolean }): RuleResult =>
  isOwn && hasSecond ? no('You cannot correct your own hours. Ask a colleague.') : yes;
