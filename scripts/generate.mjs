// npm run generate: writes the committed files that are generated from the code. `npm test` compares them instead.
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  readCommandLine('Usage: npm run generate');
  await ensureInstalled({ dev: true });
  process.env.UPDATE_GENERATED = '1';
  process.exitCode = await runVisibly(inProject('node_modules', '.bin', 'vitest'), [
    'run',
    'tests/generated',
  ]);
});
