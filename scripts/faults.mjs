// npm run faults [-- --minutes 30] [--seed 17] [--only R06,kill-app] [--rounds 1]: kills, cuts, freezes, fills and moves
// clocks while clients write over HTTP, and compares what they were told with what is there. Each round has a seed, which
// chooses its times; a failure prints the command that repeats it. docs/reliability.md names the faults and their promises.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureDovecot } from './lib/dovecot.mjs';
import { ensureFaketime } from './lib/faketime.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensurePgbouncer } from './lib/pgbouncer.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const { minutes: asked, seed = String(randomInt(1, 1_000_000)), rounds, only } = options();
  // Rounds that were asked for end by themselves.
  const minutes = asked ?? (rounds === undefined ? '30' : '1440');
  for (const [name, value] of Object.entries({ minutes, seed, rounds }))
    if (value !== undefined && !/^\d+(?:\.\d+)?$/.test(value))
      throw new ScriptError(`--${name} must be a number, but it is "${value}".`);
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
    },
  );
});

function options() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        rounds: { type: 'string' },
        only: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ScriptError(`${error.message} Use --minutes 30, --seed 17, --only R06,kill-app or --rounds 1.`);
  }
}
