import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What is printed adds up (F29): each paper names the test that reads its PDF back.

const project = fileURLToPath(new URL('../../', import.meta.url));
const features = 'server/features';
const table = 'tests/papers/papers.tsv';
const read = (path: string) => readFile(`${project}${path}`, 'utf8');

/** The files that draw a paper, by themselves or as a report. */
async function drawers(): Promise<string[]> {
  const names = (await readdir(`${project}${features}`, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const draws = /^import \{[^}]*\b(?:drawPdf|reportFile)\b[^}]*\} from/m;
  const found: string[] = [];
  for (const name of names) {
    const path = `${features}/${name}`;
    if (draws.test(await read(path))) found.push(path);
  }
  // Only turns a report into a file.
  return found.filter(path => path !== `${features}/reports/report-file.ts`).sort();
}

test('F29 each paper names the test that adds it up, or why it has no sums', async () => {
  const rows = (await read(table))
    .trimEnd()
    .split('\n')
    .map(row => row.split('\t'));
  expect(rows.map(([path]) => path)).toEqual(await drawers());
  const files = (await readdir(`${project}tests/papers`)).filter(name => name.endsWith('.test.ts'));
  const tests = (await Promise.all(files.map(name => read(`tests/papers/${name}`)))).join('\n');
  const isNamed = (title: string) => title.startsWith('no sums: ') || tests.includes(`test('${title}'`);
  expect(
    rows.filter(([, title = '']) => !isNamed(title)),
    `${table} names no test`,
  ).toEqual([]);
});
