import { closedGate } from '../tests/support/gate';
import { type RoundTrips, type Sent, watchRoundTrips } from '../tests/support/watch-round-trips';
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
        // Looking up who is calling is remembered for half a second, so it may or may not be among them.
        return (await sent).filter(({ text }) => !text.includes('from sessions s'));
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
