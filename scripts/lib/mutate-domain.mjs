import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { storeScore } from './mutant-scores.mjs';
import { ScriptError, inProject } from './project.mjs';
import { runVisibly } from './steps.mjs';

/** The folders of domain/ with anything but contracts, which routes and screens test. */
export const foldersWithRules = () =>
  readdirSync(inProject('domain'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && readdirSync(inProject('domain', entry.name)).some(isRule))
    .map(({ name }) => `domain/${name}`);

const isRule = name => /^.+(?<!\.test|\.contract)\.ts$/.test(name);

/**
 * Mutates a folder or file of domain/ and records its score. The tests are those of the same folder and of its users.
 */
export async function mutateDomain(part) {
  if (!existsSync(inProject(part))) throw new ScriptError(`There is no ${part}.`);
  const isFolder = statSync(inProject(part)).isDirectory();
  const files = isFolder ? [`${part}/**/*.ts`, `!${part}/**/*.test.ts`, `!${part}/**/*.contract.ts`] : [part];
  const stryker = inProject('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const report = inProject('node_modules', '.stryker-report.json');
  const code = await runVisibly(process.execPath, [
    stryker,
    'run',
    'tests/mutants/stryker.config.mjs',
    '--mutate',
    files.join(','),
  ]);
  if (code !== 0) throw new ScriptError(`Stryker ended with ${code}.`);
  storeScore(part, countOf(JSON.parse(readFileSync(report, 'utf8'))));
}

function countOf({ files }) {
  const mutants = Object.values(files).flatMap(file => file.mutants);
  const so = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return { killed: so('Killed', 'Timeout'), survived: so('Survived'), untested: so('NoCoverage') };
}
