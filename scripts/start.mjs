// npm start: installs and builds what is missing, then becomes the server.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});

// In this very process: signals and the exit code need no passing on. Its own errors are its own to print.
await import(inProject('dist', 'server', 'main.js'));
