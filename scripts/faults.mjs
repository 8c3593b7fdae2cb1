// npm run faults: kills, cuts, freezes, fills and moves clocks while clients write over HTTP, and compares what they were
// told with what is there. Each round has a seed, which chooses its times; a failure prints the command that repeats it.
// docs/reliability.md names the faults and their promises.
import { randomInt } from 'node:crypto';
import { ensureBuilt } from './lib/build.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureDovecot } from './lib/dovecot.mjs';
import { ensureFaketime } from './lib/faketime.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensurePgbouncer } from './lib/pgbouncer.mjs';
import { commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const usage = `Usage: npm run faults [-- OPTIONS]

  --minutes 30          how long new rounds start (30, or no limit with --rounds)
  --rounds 1            how many rounds of each fault; 0 lists the faults
  --only R06,kill-app   faults by their promise or name
  --seed 17             the seed of the first round (random)
  --gigabytes 0.25      how much restore-backup restores`;

await runScript(async () => {
  const {
    minutes: asked,
    seed = String(randomInt(1, 1_000_000)),
    rounds,
    only,
    gigabytes,
  } = readCommandLine(usage, {
    options: {
      minutes: 'number',
      rounds: 'whole number',
      only: 'text',
      seed: 'whole number',
      gigabytes: 'number above zero',
    },
  }).options;
  // Rounds that were asked for end by themselves.
  const minutes = asked ?? (rounds === undefined ? '30' : '1440');
  await ensureInstalled({ dev: true });
  await ensureDovecot();
  await ensureFaketime();
  await ensurePgbouncer();
  await ensureBuilt();
  console.log(`Commit ${commit()}, first seed ${seed}.`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = await runVisibly(
    process.execPath,
    [vitest, 'run', '--config', 'tests/faults/vitest.config.ts', '--root', inProject()],
    {
      FAULTS_MINUTES: minutes,
      FAULTS_SEED: seed,
      ...(rounds === undefined ? {} : { FAULTS_ROUNDS: rounds }),
      ...(only === undefined ? {} : { FAULTS_ONLY: only }),
      ...(gigabytes === undefined ? {} : { FAULTS_GIGABYTES: gigabytes }),
    },
  );
});
