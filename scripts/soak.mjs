// npm run soak: sends twenty requests a second, PDF documents and email among them, to a process of its own, and samples
// its memory, descriptors, timers and connections. Fails if any of these grow, or if answers become slower.
// docs/reliability.md explains it.
import { ensureBuilt } from './lib/build.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, commit, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const usage = `Usage: npm run soak [-- OPTIONS]

  --minutes 120   how long requests are sent
  --rate 20       how many requests a second`;

await runScript(async () => {
  const { minutes = '120', rate = '20' } = readCommandLine(usage, {
    options: { minutes: 'number above zero', rate: 'number above zero' },
  }).options;
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
