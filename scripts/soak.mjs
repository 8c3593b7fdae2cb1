// npm run soak [-- --minutes 120] [--rate 20]: sends twenty requests a second, PDF documents and email among them, to a
// process of its own, and samples its memory, descriptors, timers and connections. Fails if any of these grow, or if
// answers become slower. docs/reliability.md explains it.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const { minutes = '120', rate = '20' } = options();
  for (const [name, value] of Object.entries({ minutes, rate }))
    if (!/^\d{1,4}(?:\.\d+)?$/.test(value) || Number(value) === 0)
      throw new ScriptError(`--${name} must be a number above zero, but it is "${value}".`);
  if (process.platform !== 'linux') throw new ScriptError('Only Linux shows what a process holds.');
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  console.log(`Commit ${commit()}.`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = await runVisibly(
    process.execPath,
    [vitest, 'run', '--config', 'tests/soak/vitest.config.ts', '--root', inProject()],
    { SOAK_MINUTES: minutes, SOAK_RATE: rate },
  );
});

function options() {
  try {
    return parseArgs({ options: { minutes: { type: 'string' }, rate: { type: 'string' } } }).values;
  } catch (error) {
    throw new ScriptError(`${error.message} Use --minutes 120 or --rate 20.`);
  }
}
