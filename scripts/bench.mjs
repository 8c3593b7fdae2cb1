// npm run bench: builds the product and the benchmark, then measures. Not a test. docs/performance.md explains it.
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const usage = `Usage: npm run bench [-- OPTIONS]

  --quick               what has a budget, on small data, and fails when a budget is exceeded
  --size 1m             with a million sales
  --only reads,writes   some parts
  --keep FOLDER         keeps the filled data for the next run
  --compare FILE        shows figures beside those of an earlier run`;

await runScript(async () => {
  const { options } = readCommandLine(usage, {
    options: { quick: 'flag', size: 'text', only: 'text', keep: 'text', compare: 'text' },
  });
  const words = Object.entries(options).map(([name, value]) =>
    value === true ? `--${name}` : `--${name}=${value}`,
  );
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  const chromium = await ensureChromium();
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const build = ['build', '--config', 'bench/vite.bench.config.ts', '--logLevel', 'warn'];
  process.exitCode =
    (await runVisibly(process.execPath, [vite, ...build])) ||
    (await runVisibly(process.execPath, [inProject('dist', 'bench', 'run.js'), ...words], {
      NODE_ENV: 'production',
      CHROMIUM_PATH: chromium ?? '',
    }));
});
