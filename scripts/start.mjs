// npm start: installs and builds what is missing, then becomes the server.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { stopWithNpm } from './lib/stop-with-npm.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});

stopWithNpm();

// In this process, so that signals and the exit code need no forwarding. It prints its own errors.
await import(inProject('dist', 'server', 'main.js'));
