// npm test: installs what is missing, including a browser, builds, and runs the tests. Arguments go to Vitest.
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDovecot } from './lib/dovecot.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensurePgbouncer } from './lib/pgbouncer.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: true });
  const chromium = await ensureChromium();
  await ensureDovecot();
  await ensurePgbouncer();
  await ensureBuilt();
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  const env = chromium ? { CHROMIUM_PATH: chromium } : {};
  process.exitCode = await runVisibly(process.execPath, [vitest, 'run', ...process.argv.slice(2)], env);
});
