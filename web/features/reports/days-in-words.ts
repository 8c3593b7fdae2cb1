import { formatDate } from '#domain/kernel/dates';
import type { Period } from '#domain/kernel/period';

/** `1 Nov 2026 to 30 Nov 2026`; a single date for one day. */
export const daysInWords = ({ from, to }: Period): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
