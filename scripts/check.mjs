// npm run check: every check of the code that does not need to run it. Each step runs whatever the others report.
import { auditPackages } from './lib/audit.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { licenceProblems } from './lib/licences.mjs';
import { madeUpIdProblems } from './lib/made-up-ids.mjs';
import { enginesProblems, missingOptionalPackages } from './lib/lock-file.mjs';
import { inProject, runScript } from './lib/project.mjs';
import { runVisibly } from './lib/steps.mjs';

const tool =
  (name, ...args) =>
  () =>
    runVisibly(inProject('node_modules', '.bin', name), args);

const complaints = find => () => {
  const found = find();
  for (const line of found) console.log(line);
  return found.length === 0 ? 0 : 1;
};

/** @type {[name: string, run: () => number | Promise<number>][]} */
const steps = [
  ['Format', tool('biome', 'format', '.')],
  ['Lint and import rules', tool('oxlint', '--type-aware')],
  // By its own path, because the older compiler that tests use to read types installs a command of the same name.
  [
    'Types',
    () => runVisibly(process.execPath, [inProject('node_modules', 'typescript', 'bin', 'tsc'), '-b']),
  ],
  ['Unused code', tool('knip')],
  ['Packages run on the oldest supported Node', complaints(enginesProblems)],
  ['Lock file holds every platform', complaints(missingOptionalPackages)],
  ['Licences of packages', complaints(licenceProblems)],
  ['Known vulnerabilities', () => auditPackages()],
  ['No made-up ids', complaints(madeUpIdProblems)],
  // Imported here, because it needs a package that a new clone has not installed yet.
  ['Plain words', async () => complaints((await import('./lib/plain-words.mjs')).plainWordProblems)()],
];

await runScript(async () => {
  readCommandLine('Usage: npm run check');
  await ensureInstalled({ dev: true });
  const failed = [];
  for (const [name, run] of steps) {
    console.log(`\n── ${name}`);
    const started = Date.now();
    if ((await run()) !== 0) failed.push(name);
    console.log(
      `${failed.at(-1) === name ? 'failed' : 'fine'}, ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
  }
  console.log(failed.length === 0 ? '\nEverything is fine.' : `\nFailed: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});
