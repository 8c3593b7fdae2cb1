import { formatDay, londonDate } from './dates';

const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Time since an instant in words: "5 minutes ago", "yesterday"; after a week its London date. An instant in the future,
 * by a fast clock, is now.
 */
export function relativeTime(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute');
  const days = Math.round((Date.parse(londonDate(now)) - Date.parse(londonDate(at))) / day);
  // "Yesterday" needs midnight in between and at least six hours; before that, hours are clearer.
  if (days === 0 || passed < 6 * hour) return words.format(-Math.floor(passed / hour), 'hour');
  return days < 7 ? words.format(-days, 'day') : formatDay(at);
}
