import { countOf } from '#domain/kernel/count-of';
import { clockToleranceMinutes } from '#domain/tills/clock-tolerance';

const minute = 60_000;
const units = [
  { name: 'day', length: 1440 * minute },
  { name: 'hour', length: 60 * minute },
  { name: 'minute', length: minute },
] as const;

/** "Clock 3 hours slow", for a device whose clock is that far behind the server's; null within the tolerance. */
export function clockWords(serverAheadMs: number): string | null {
  const apart = Math.abs(serverAheadMs);
  if (apart <= clockToleranceMinutes * minute) return null;
  // Two hours rather than 90 minutes, but 90 minutes rather than one hour.
  const unit = units.find(({ length }) => apart >= 2 * length) ?? units[2];
  return `Clock ${countOf(Math.round(apart / unit.length), unit.name)} ${serverAheadMs > 0 ? 'slow' : 'fast'}`;
}
