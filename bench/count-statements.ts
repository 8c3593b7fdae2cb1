import { closedGate } from '../tests/support/gate';
import {
  type RoundTrips,
  type Sent,
  watchRoundTrips,
  withoutCaller,
} from '../tests/support/watch-round-trips';
import type { Answers } from './answer-parent';

/**
 * Counts what this process sends, from one question of the benchmark to the next. Afterwards nothing is watched any more,
 * because that takes time of its own.
 */
export function statementCounter(): Answers {
  let wire: RoundTrips | null = null;
  let finish: (() => Promise<readonly Sent[]>) | null = null;
  return {
    'count-statements': () => {
      wire ??= watchRoundTrips();
      const gate = closedGate();
      const sent = wire.during(() => gate.opened);
      finish = async () => {
        gate.open();
        return withoutCaller(await sent);
      };
      return true;
    },
    'counted-statements': () => finish?.(),
    'stop-counting': () => {
      wire?.stop();
      wire = null;
      return true;
    },
  };
}
