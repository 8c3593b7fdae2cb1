// npm run bench [-- --quick | --size=1m] [--keep=FOLDER] [--only=PART,PART] [--compare=FILE]: builds the product and the benchmark, then measures.
// Not a test.
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const options = process.argv.slice(2);
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  const chromium = await ensureChromium();
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const build = ['build', '--config', 'bench/vite.bench.config.ts', '--logLevel', 'warn'];
  process.exitCode =
    (await runVisibly(process.execPath, [vite, ...build])) ||
    (await runVisibly(process.execPath, [inProject('dist', 'bench', 'run.js'), ...options], {
      NODE_ENV: 'production',
      CHROMIUM_PATH: chromium ?? '',
    }));
});
