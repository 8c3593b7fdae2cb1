import { checkBooks } from '../faults/check-books';
import { type Figures, insist } from '../faults/fault';
import { Writers } from '../faults/writers';
import { Random } from '../model/random';
import type { Cluster } from './cluster';
import type { ClusterEvent } from './events';
import { missedIn, problemsIn, type Result } from './report';

type Watching = {
  readonly seen?: (result: Result) => void;
  /** Whether no further event begins. */
  readonly isOver?: () => boolean;
};

/**
 * Runs events one after the other, each with clients that write. At the end the writes of all events are compared once
 * more, because a later event could lose what an earlier one saved. A limit of time that was missed fails the run as well,
 * but only then: what is lost is looked for on a busy machine too.
 */
export async function runEvents(
  cluster: Cluster,
  events: Iterable<ClusterEvent>,
  seed: number,
  { seen = () => undefined, isOver = () => false }: Watching = {},
): Promise<Result[]> {
  const results: { event: ClusterEvent; figures: Figures }[] = [];
  const all: Writers[] = [];
  const missed: string[] = [];
  for (const event of events) {
    if (isOver()) break;
    const nth = results.length;
    const random = new Random(seed + nth);
    const writers = new Writers(cluster.office, new Random(random.between(1, 1_000_000)), {
      behindBalancer: true,
    });
    try {
      await writers.more(20);
      await event.act(cluster, writers, random);
      const result = { event, figures: await writers.finish() };
      seen(result);
      const problems = problemsIn(result);
      insist(problems.length === 0, `${event.name}: ${problems.join(' ')}`);
      missed.push(...missedIn(result).map(sentence => `${event.name}, event ${nth + 1}: ${sentence}`));
      results.push(result);
      all.push(writers);
    } finally {
      writers.abandon();
    }
  }
  insist(results.length > 0, 'No event ran, so nothing is proved.');
  for (const writers of all) await writers.compare();
  await checkBooks(cluster.office.ask);
  insist(missed.length === 0, `Limits of time were missed, and nothing else:\n${missed.join('\n')}`);
  return results;
}
