// npm run training: serves a copy of the business to practise on, on its own port.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { stopWithNpm } from './lib/stop-with-npm.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});

stopWithNpm();

await import(inProject('dist', 'server', 'training.js'));
