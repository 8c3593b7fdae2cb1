// npm run audit -- FILE PUBLICKEY: verifies a proof file of the audit log without database or secret. Exit code 1 when it fails.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});
await import(inProject('dist', 'server', 'audit.js'));
