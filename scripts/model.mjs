// npm run model [-- --minutes=30] [--seed=1] [--steps=120] [--path=1-4,9]: runs random trading histories of a small
// company in the product and in a plain model of its rules, side by side. With --path, the history of one seed is
// replayed with these steps only.
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const env = { MODEL_MINUTES: '30' };
  for (const option of process.argv.slice(2)) {
    const [, name, value] = /^--(minutes|seed|steps|path)=([\d.,-]+)$/.exec(option) ?? [];
    if (name === undefined)
      throw new ScriptError(
        `${option} is not an option of the model. Use --minutes=30, --seed=1, --steps=120 or --path=1-4,9.`,
      );
    env[`MODEL_${name.toUpperCase()}`] = value;
  }
  await ensureInstalled({ dev: true });
  console.log(`Commit ${commit()}.`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = await runVisibly(
    process.execPath,
    [vitest, 'run', 'tests/model/histories.test.ts'],
    env,
  );
});
