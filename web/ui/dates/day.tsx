import { formatDate, formatDay, formatMoment } from '#domain/kernel/dates';

/** A calendar date, or a dash. */
export const Day = ({ date }: { date: string | null }) => (
  <span className="figures">{date ? formatDate(date) : '—'}</span>
);

/** The London day of an instant; the exact time on hover. */
export const Moment = ({ at }: { at: Date }) => (
  <time className="figures" dateTime={at.toISOString()} title={formatMoment(at)}>
    {formatDay(at)}
  </time>
);

/** An instant to the second, for logs. */
export const ExactMoment = ({ at }: { at: Date }) => (
  <time className="figures" dateTime={at.toISOString()}>
    {formatMoment(at)}
  </time>
);
