// npm run restore: replaces the database with a backup, while the program is stopped. Exit code 1 when refused.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});
await import(inProject('dist', 'server', 'restore.js'));
