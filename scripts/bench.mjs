// npm run bench [-- --quick]: builds the product and the benchmark, then measures. Nothing of it is a test.
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { CannotGoOn, inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

await runScript(async () => {
  const options = process.argv.slice(2);
  const unknown = options.find(option => option !== '--quick');
  if (unknown)
    throw new CannotGoOn(`"${unknown}" is not an option. There is --quick, for a tenth of the size.`);
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
