import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..', '..', 'web');

/** What was said in two ways, and the one that the specification fixes or, where it fixes none, words in sentence case. */
const otherWordings: readonly RegExp[] = [
  // M-03 fixes "All Status", SD-01 "Back to List".
  /All statuses/,
  /Back to list\b(?=<|'|")/,
  // M-01 and M-07 fix "Add" or "Edit" and the name of the record for masters, which suppliers follow. Headings of pages are
  // in title case too.
  /label="(?:Add|New) (?!Supplier")[A-Z][a-z]/,
];

test('F85 one wording for all statuses, the way back to a list, and adding a record', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.tsx'),
  );
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap(path => {
    const source = readFileSync(join(web, path), 'utf8');
    return otherWordings.filter(wording => wording.test(source)).map(wording => `${path}: ${wording.source}`);
  });
  expect(found).toEqual([]);
});
