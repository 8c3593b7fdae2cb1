import { type Figures, insist } from '../faults/fault';
import { Writers } from '../faults/writers';
import { Random } from '../model/random';
import type { Cluster } from './cluster';
import type { ClusterEvent } from './events';
import { problemsIn, type Result } from './report';

/**
 * Runs events one after the other, each with clients that write. At the end the writes of all events are compared once
 * more, because a later event could lose what an earlier one saved.
 */
export async function runEvents(
  cluster: Cluster,
  events: readonly ClusterEvent[],
  seed: number,
  seen: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const results: { event: ClusterEvent; figures: Figures }[] = [];
  const all: Writers[] = [];
  for (const [nth, event] of events.entries()) {
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
      results.push(result);
      all.push(writers);
    } finally {
      writers.abandon();
    }
  }
  for (const writers of all) await writers.finish();
  return results;
}
