// npm run build: installs what is missing and builds, so that the next start needs neither the network nor write access
// to the program folder.
import { ensureBuilt } from './lib/build.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runScript } from './lib/project.mjs';

await runScript(async () => {
  readCommandLine('Usage: npm run build');
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});
