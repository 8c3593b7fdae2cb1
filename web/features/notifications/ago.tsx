import { formatDay, formatMoment } from '#domain/kernel/dates';

const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago; the exact time on hover. */
export const Ago = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={formatMoment(at)}>
    {formatAgo(at)}
  </time>
);

/** The date, for anything older than a week. */
function formatAgo(at: Date): string {
  const past = Date.now() - at.getTime();
  if (past < minute) return 'just now';
  if (past < hour) return words.format(-Math.floor(past / minute), 'minute');
  if (past < day) return words.format(-Math.floor(past / hour), 'hour');
  if (past < 7 * day) return words.format(-Math.floor(past / day), 'day');
  return formatDay(at);
}
