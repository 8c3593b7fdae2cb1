// npm run verify: runs every check of the books and says what it compared. Exit code 1 when one fails.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});
await import(inProject('dist', 'server', 'verify.js'));
