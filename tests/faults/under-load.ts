import { Random } from '../model/random';
import type { Client } from './client';
import { type Figures, insist, LimitMissed } from './fault';
import { Writers, type WritersOptions } from './writers';

/**
 * Lets clients write while `act` injects faults, and compares what they were told with what is there afterwards, also when
 * `act` missed a limit of time: that is thrown only then.
 */
export async function underLoad(
  subject: Client,
  random: Random,
  act: (writers: Writers) => Promise<void>,
  options: WritersOptions = {},
): Promise<Figures> {
  // Random numbers of their own: how many the clients draw depends on the machine.
  const writers = new Writers(subject, new Random(random.between(1, 1_000_000)), options);
  try {
    await writers.more(10);
    const missed = await missedBy(act(writers));
    const figures = await writers.finish();
    insist(figures.injected > 0, 'No fault was injected, so the round proves nothing.');
    if (missed !== null) throw missed;
    return figures;
  } finally {
    writers.abandon();
  }
}

async function missedBy(acting: Promise<void>): Promise<LimitMissed | null> {
  try {
    await acting;
    return null;
  } catch (error) {
    if (error instanceof LimitMissed) return error;
    throw error;
  }
}
