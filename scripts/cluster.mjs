// npm run cluster: three PostgreSQL under Patroni and etcd, two processes of Counterfoil and HAProxy on this machine, with
// clients that write while parts of it are killed and stopped. Everything is in a temporary folder and on free ports of
// 127.0.0.1. docs/cluster.md explains it.
import { randomInt } from 'node:crypto';
import { ensureBuilt } from './lib/build.mjs';
import { findClusterPrograms, missingProgramsSentence } from './lib/cluster-programs.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const usage = `Usage: npm run cluster [-- OPTIONS]

  --rounds 1                          how often each event happens (once, or until the time is over with --minutes)
  --minutes 60                        no event begins after so long
  --only leader-killed,switchover     some events
  --seed 17                           the seed of the first round (random)`;

await runScript(async () => {
  const {
    rounds,
    seed = String(randomInt(1, 1_000_000)),
    only = '',
    minutes,
  } = readCommandLine(usage, {
    options: { rounds: 'whole number', minutes: 'whole number', only: 'text', seed: 'whole number' },
  }).options;
  const sentence = missingProgramsSentence(findClusterPrograms().missing);
  if (sentence !== null) throw new ScriptError(sentence);
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  console.log(`Commit ${commit()}, first seed ${seed}.`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = await runVisibly(
    process.execPath,
    [vitest, 'run', '--config', 'tests/cluster/vitest.config.ts', '--root', inProject()],
    {
      CLUSTER_SEED: seed,
      CLUSTER_ONLY: only,
      ...(rounds === undefined ? {} : { CLUSTER_ROUNDS: rounds }),
      ...(minutes === undefined ? {} : { CLUSTER_MINUTES: minutes }),
    },
  );
});
