import type { CalendarDate } from '#domain/kernel/dates';

/** `2026-11-21` → `Saturday`. */
export const weekdayName = (date: CalendarDate): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
