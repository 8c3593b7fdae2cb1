import { Random } from '../model/random';
import type { Figures } from './fault';
import type { Subject } from './subject';
import { Writers, type WritersOptions } from './writers';

/** Lets clients write while `act` injects faults, and compares what they were told with what is there afterwards. */
export async function underLoad(
  subject: Subject,
  random: Random,
  act: (writers: Writers) => Promise<void>,
  options: WritersOptions = {},
): Promise<Figures> {
  // Random numbers of their own: how many the clients draw depends on the machine.
  const writers = new Writers(subject, new Random(random.between(1, 1_000_000)), options);
  try {
    await writers.more(10);
    await act(writers);
    return await writers.finish();
  } finally {
    writers.abandon();
  }
}
