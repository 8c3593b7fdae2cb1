// npm run spec: which statements of the specification are named in the title of a test, and which are not yet.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommandLine } from './lib/command-line.mjs';
import { inProject, runScript } from './lib/project.mjs';

const usage = `Usage: npm run spec             every statement of tests/spec/statements.tsv
       npm run spec -- FILE     those of another list`;

const calledFrom = process.cwd();

await runScript(async () => {
  const [given] = readCommandLine(usage, { mostOperands: 1 }).operands;
  const file =
    given === undefined ? inProject('tests', 'spec', 'statements.tsv') : resolve(calledFrom, given);
  const statements = readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .filter(line => line.includes('\t'))
    .map(line => line.split('\t'));
  const run = titles();
  const isCovered = ([id]) => new RegExp(`\\b${id}\\b`).test(run);
  const open = statements.filter(statement => !isCovered(statement));
  console.log(
    `Covered: ${statements
      .filter(isCovered)
      .map(([id]) => id)
      .join(' ')}`,
  );
  console.log(`\nOpen: ${open.length === 0 ? 'none' : ''}`);
  for (const [id, statement] of open) console.log(`  ${id}  ${statement}`);
  console.log(`\n${statements.length - open.length} of ${statements.length} statements are covered.`);
});

/** The titles of all tests that run. */
function titles() {
  let found = '';
  for (const tree of ['domain', 'server', 'web', 'tests']) {
    for (const name of readdirSync(inProject(tree), { recursive: true })) {
      if (!/\.test\.tsx?$/.test(name)) continue;
      const text = readFileSync(join(inProject(tree), name), 'utf8');
      // From `test(` or `test.each(…)(` to the end of its first line of text: titles, whatever the quotes.
      for (const [, title] of text.matchAll(
        /\b(?:test|it|describe)(?:\.each\([\s\S]*?\]\s*(?:as const)?\s*,?\s*\))?\(\s*(['"`][^\n]*)/g,
      )) {
        found += `${title}\n`;
      }
      // Titles from a table: their ids are in its rows.
      for (const [rows] of text.matchAll(/test\.each\(\[[\s\S]*?\]\)/g)) found += `${rows}\n`;
    }
  }
  return found;
}
