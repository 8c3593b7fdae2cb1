// npm run restore: puts a backup in the place of the database, while the program is stopped. Exit code 1 when it is refused.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});
await import(inProject('dist', 'server', 'restore.js'));
