import { Gauge } from 'prom-client';
import type { Recovery } from '../../platform/database/recovery';

/** Otherwise a figure would be registered for the whole process. */
const registers: never[] = [];

/** Recovery to any second, in the process that archives the log; without figures while it is off. */
export function recoveryFigures({ archived }: Pick<Recovery, 'archived'>): Gauge[] {
  const until = new Gauge({
    name: 'counterfoil_recovery_archived_timestamp_seconds',
    help: 'Until when every change can be recovered from the archive',
    registers,
    collect() {
      this.reset();
      const state = archived();
      if (state.isOn && state.until) this.set(state.until.getTime() / 1000);
    },
  });
  const failing = new Gauge({
    name: 'counterfoil_recovery_failing',
    help: '1 if changes cannot be archived for recovery to any second',
    registers,
    collect() {
      this.reset();
      const state = archived();
      if (state.isOn) this.set(Number(state.failing !== null));
    },
  });
  return [until, failing];
}
