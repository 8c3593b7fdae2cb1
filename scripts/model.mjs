// npm run model: runs random trading histories of a small company in the product and in a plain model of its rules, side
// by side. docs/model-of-the-books.md explains it.
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const usage = `Usage: npm run model [-- OPTIONS]

  --minutes 30      how long new histories start
  --seed 1          the seed of the first history
  --steps 120       the steps of each history
  --path 1-4,9      repeats one seed with these of its steps only`;

await runScript(async () => {
  const { options } = readCommandLine(usage, {
    options: { minutes: 'number', seed: 'whole number', steps: 'whole number', path: 'text' },
  });
  const env = { MODEL_MINUTES: '30' };
  for (const [name, value] of Object.entries(options)) env[`MODEL_${name.toUpperCase()}`] = value;
  await ensureInstalled({ dev: true });
  console.log(`Commit ${commit()}.`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = await runVisibly(
    process.execPath,
    [vitest, 'run', 'tests/model/histories.test.ts'],
    env,
  );
});
