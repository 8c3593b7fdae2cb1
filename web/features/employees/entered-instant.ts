import { londonClock, londonInstant } from '#domain/kernel/london-clock';
import { timeFromText } from '../../ui/dates/typed-time';

/**
 * The instant of a date and time in London, as requests carry it; blank if it is none. A field that shows a stored time
 * means just that one: it shows neither its seconds nor, in October, which of the two hours it is in.
 */
export function enteredInstant(clock: string, stored: Date | null | undefined): string {
  if (stored && londonClock(stored) === clock) return stored.toISOString();
  const [day = '', time = ''] = clock.split('T');
  return londonInstant(`${day}T${timeFromText(time) ?? ''}`)?.toISOString() ?? '';
}
