import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClusterPrograms,
  findClusterPrograms,
  missingProgramsSentence,
} from '../../scripts/lib/cluster-programs.mjs';
import { type Cluster, startCluster } from './cluster';
import { chosenEvents, inRounds } from './events';
import { inTable, inWords, repeatedBy, type Result } from './report';
import { runEvents } from './run-events';

// npm run cluster sets these.
const { CLUSTER_ROUNDS, CLUSTER_SEED = '1', CLUSTER_ONLY = '', CLUSTER_MINUTES } = process.env;
// With minutes alone, they end the run.
const rounds = Number(CLUSTER_ROUNDS ?? (CLUSTER_MINUTES === undefined ? 1 : Infinity));
const firstSeed = Number(CLUSTER_SEED);

const print = (line: string) => void process.stdout.write(`${line}\n`);
const only = CLUSTER_ONLY.split(',').filter(Boolean);
const events = chosenEvents(only);
let cluster: Cluster;

beforeAll(async () => {
  const { programs, missing } = findClusterPrograms();
  expect(missingProgramsSentence(missing)).toBeNull();
  print(
    'Three PostgreSQL servers under Patroni and etcd, two processes of Counterfoil, HAProxy in front, four clients that write.',
  );
  const startedAt = performance.now();
  cluster = await startCluster(programs as ClusterPrograms);
  print(`Started in ${Math.round((performance.now() - startedAt) / 1000)} s.\n`);
  for (const { name, summary } of events) print(`${name}: ${summary}`);
});
afterAll(() => cluster?.close());

test('nothing acknowledged is lost or doubled, whatever part of the cluster fails', async () => {
  const results: Result[] = [];
  const endsAt = performance.now() + Number(CLUSTER_MINUTES ?? Infinity) * 60_000;
  try {
    await runEvents(cluster, inRounds(events, rounds), firstSeed, {
      seen: result => {
        results.push(result);
        print(inWords(result));
      },
      isOver: () => performance.now() >= endsAt,
    });
  } catch (error) {
    const started = Math.min(rounds, Math.floor(results.length / events.length) + 1);
    print(`\nRun it again: ${repeatedBy({ seed: firstSeed, rounds: started, only })}`);
    throw error;
  } finally {
    print(`\n${inTable(results)}`);
  }
  print('\nThe books were checked after each event and at the end, and every check passed.');
});
