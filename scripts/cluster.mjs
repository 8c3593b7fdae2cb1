// npm run cluster [-- --rounds 1] [--minutes 60] [--seed 17] [--only switchover]: three PostgreSQL under Patroni and
// etcd, two processes of Counterfoil and HAProxy on this machine, with clients that write while parts of it are killed
// and stopped. With --minutes alone, round follows round until the time is over. Everything is in a temporary folder and
// on free ports of 127.0.0.1. docs/cluster.md explains it.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { findClusterPrograms, missingProgramsSentence } from './lib/cluster-programs.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const { rounds, seed = String(randomInt(1, 1_000_000)), only = '', minutes } = options();
  for (const [name, value] of Object.entries({ rounds, seed, minutes }))
    if (value !== undefined && !/^\d{1,9}$/.test(value))
      throw new ScriptError(`--${name} must be a whole number, but it is "${value}".`);
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

function options() {
  try {
    return parseArgs({
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        minutes: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ScriptError(
      `${error.message} Use --rounds 1, --minutes 60, --seed 17 or --only leader-killed,switchover.`,
    );
  }
}
