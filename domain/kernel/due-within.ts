import * as z from 'zod';

/** Days after today, or after the day of a report. */
export const dueWithin = z.string().regex(/^(?:\d|[1-8]\d|90)$/, 'Enter whole days from 0 to 90.');

/** In words, as on a page and in its files. */
export const dueWithinWords = (days: string): string =>
  days === '0' ? 'Due today' : `Due within ${days} ${days === '1' ? 'day' : 'days'}`;
