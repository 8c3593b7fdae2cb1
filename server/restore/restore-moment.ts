import { StartRefused } from '../platform/start-refused';

const clockTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;
const timeWithOffset = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/i;
const hourMs = 3600_000;

const london = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * The moment that the option `--until` names: UK time as the business's clock shows it, such as `2026-11-22 14:03:10`, or
 * an ISO time with an offset. Throws `StartRefused` in a sentence.
 */
export function readMoment(text: string): Date {
  const given = text.trim();
  const parts = clockTime.exec(given);
  if (!parts) return readWithOffset(given);
  const [, day = '', minute = '', second = ':00'] = parts;
  const shown = `${day} ${minute}${second}`;
  const utc = Date.parse(`${day}T${minute}${second}Z`);
  if (Number.isNaN(utc)) throw notAMoment(text);
  // UK time is UTC in winter and an hour ahead of it in summer.
  const [moment, another] = [utc - hourMs, utc]
    .map(at => new Date(at))
    .filter(at => london.format(at) === shown);
  if (!moment)
    throw new StartRefused(
      Number.isNaN(Date.parse(day)) || !isDay(day)
        ? notAMoment(text).message
        : `${shown} does not exist in UK time: the clocks went forward. Use a time before or after that hour.`,
    );
  if (another)
    throw new StartRefused(
      `${shown} comes twice in UK time: the clocks went back. Use ${day}T${minute}${second}+01:00 for the first, or ${day}T${minute}${second}+00:00 for the second.`,
    );
  return moment;
}

/** JavaScript takes 30 February for 2 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

function readWithOffset(text: string): Date {
  const moment = new Date(timeWithOffset.test(text) ? text.replace(' ', 'T') : Number.NaN);
  if (Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10))) throw notAMoment(text);
  return moment;
}

const notAMoment = (text: string): StartRefused =>
  new StartRefused(
    `--until must be a UK time such as "2026-11-22 14:03:10", or a time with its offset such as 2026-11-22T14:03:10+00:00, but it is "${text}".`,
  );
