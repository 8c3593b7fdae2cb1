import { formatDay, formatMoment } from '#domain/kernel/dates';

const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago; the exact time on hover. Beyond a week the day is said. */
export function Ago({ at }: { at: Date }) {
  const past = Date.now() - at.getTime();
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)}>
      {past < minute
        ? 'just now'
        : past < hour
          ? words.format(-Math.floor(past / minute), 'minute')
          : past < day
            ? words.format(-Math.floor(past / hour), 'hour')
            : past < 7 * day
              ? words.format(-Math.floor(past / day), 'day')
              : formatDay(at)}
    </time>
  );
}
