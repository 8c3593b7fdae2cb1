import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { printScore, storeScore } from './mutant-scores.mjs';
import { ScriptError, inProject } from './project.mjs';
import { step } from './steps.mjs';
import { triedMutants } from './tried-mutants.mjs';

/** The folders of domain/ with anything but contracts, which routes and screens test. */
export const foldersWithRules = () =>
  readdirSync(inProject('domain'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && rulesIn(`domain/${entry.name}`).length > 0)
    .map(({ name }) => `domain/${name}`);

const isRule = name => /^.+(?<!\.test|\.contract)\.ts$/.test(name);

/** The files with rules of a folder, or the one file given. */
function rulesIn(part) {
  if (!existsSync(inProject(part))) throw new ScriptError(`There is no ${part}.`);
  if (!statSync(inProject(part)).isDirectory()) return [part];
  return readdirSync(inProject(part), { recursive: true, encoding: 'utf8' })
    .filter(isRule)
    .sort()
    .map(name => `${part}/${name}`);
}

/**
 * Mutates folders and files of domain/, against all tests of domain/, and prints the changes that none noticed. The
 * score of a folder is recorded; that of a file is only printed.
 */
export async function mutateDomain(parts) {
  const tried = await step('Trying every change to the rules', () =>
    triedMutants(parts.flatMap(rulesIn), testFiles()),
  );
  for (const mutant of tried)
    if (['survived', 'untested'].includes(mutant.result)) console.log(wordsOf(mutant));
  for (const part of parts) {
    const isIn = ({ file }) => file === part || file.startsWith(`${part}/`);
    (part.endsWith('.ts') ? printScore : storeScore)(part, countOf(tried.filter(isIn)));
  }
}

const testFiles = () =>
  readdirSync(inProject('domain'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .sort()
    .map(name => `domain/${name}`);

function countOf(tried) {
  const so = (...results) => tried.filter(({ result }) => results.includes(result)).length;
  return { killed: so('noticed', 'endless'), survived: so('survived'), untested: so('untested') };
}

function wordsOf({ file, start, end, replacement, result }) {
  const lines = readFileSync(inProject(file), 'utf8').split('\n');
  const [line = ''] = lines.slice(start.line);
  const original =
    start.line === end.line ? line.slice(start.column, end.column) : `${line.slice(start.column)} …`;
  const made = replacement.replaceAll(/\s+/g, ' ');
  return `${result === 'untested' ? 'Without a test' : 'Survived'}: ${file}:${start.line + 1} ${original} → ${made}`;
}
