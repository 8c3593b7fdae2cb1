import { formatDay, londonDate } from './dates';

const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago something was, as people say it: "5 minutes ago", "yesterday"; after a week its London date. What a clock
 * that is fast puts into the future is now.
 */
export function relativeTime(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < minute) return 'just now';
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute');
  const days = Math.round((Date.parse(londonDate(now)) - Date.parse(londonDate(at))) / day);
  // Midnight between the two makes it yesterday from six hours on: until then people count hours.
  if (days === 0 || passed < 6 * hour) return words.format(-Math.floor(passed / hour), 'hour');
  return days < 7 ? words.format(-days, 'day') : formatDay(at);
}
