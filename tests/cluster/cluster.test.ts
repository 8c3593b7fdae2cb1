import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClusterPrograms,
  findClusterPrograms,
  missingProgramsSentence,
} from '../../scripts/lib/cluster-programs.mjs';
import { type Cluster, startCluster } from './cluster';
import { chosenEvents } from './events';
import { runEvents } from './run-events';

const { programs, missing } = findClusterPrograms();
const sentence = missingProgramsSentence(missing);
const reason = sentence === null ? '' : ` (skipped: ${sentence})`;

describe.skipIf(sentence !== null)(`a cluster of three databases and two processes${reason}`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs as ClusterPrograms);
  });
  afterAll(() => cluster?.close());

  // `npm run cluster` has more events.
  test('R06 R07 R08 R31 loses and doubles nothing that was acknowledged', async () => {
    const events = chosenEvents(['switchover', 'leader-killed', 'process-stopped']).map(event => ({
      ...event,
      // Only an end to waiting on a busy machine: that command measures how soon.
      outage: 300,
    }));
    const results = await runEvents(cluster, events, 1);
    expect(results.map(({ event }) => event.name)).toEqual([
      'switchover',
      'leader-killed',
      'process-stopped',
    ]);
    for (const { figures } of results) {
      expect(figures.acknowledged).toBeGreaterThan(20);
      expect([figures.lost, figures.doubled]).toEqual([0, 0]);
    }
  });
});
