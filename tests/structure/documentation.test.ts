import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allInvariants } from '../../server/invariants';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const foldersOf = (...path: string[]) =>
  readdirSync(join(root, ...path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name);

describe('F92 the documents match the code', () => {
  test.each([['server/kernel'], ['server/platform'], ['domain/kernel'], ['tests']])(
    'the architecture names each folder of %s',
    folder => {
      const architecture = read('docs', 'architecture.md');
      const missing = foldersOf(...folder.split('/')).filter(name => !architecture.includes(`\`${name}\``));
      expect(missing).toEqual([]);
    },
  );

  test('docs/books.md has a row for each check of the books', () => {
    const rows = read('docs', 'books.md')
      .split('\n')
      .filter(line => line.startsWith('| '))
      .flatMap(line => (line.split('|')[1] ?? '').split(',').map(id => id.trim()));
    expect(allInvariants.length).toBeGreaterThan(20);
    expect([...new Set(allInvariants.map(({ id }) => id))].filter(id => !rows.includes(id))).toEqual([]);
  });

  test('each decision has a number, a status, a date, options and consequences', () => {
    const parts = [
      /^# \d{3}: .+$/m,
      /^Status: (?:accepted|superseded).*$/m,
      /^Date: \d{4}-\d{2}-\d{2}$/m,
      /^## Context$/m,
      /^## Options considered$/m,
      /^## Decision(?::.*)?$/m,
      /^## Consequences$/m,
    ];
    const files = readdirSync(join(root, 'docs', 'decisions'));
    const broken = files.flatMap(file => {
      const record = read('docs', 'decisions', file);
      const missing = parts.filter(part => !part.test(record)).map(String);
      return missing.length > 0 || record.slice(2, 5) !== file.slice(0, 3) ? [{ file, missing }] : [];
    });
    expect(files.length).toBeGreaterThan(70);
    expect(broken).toEqual([]);
  });

  test('every decision that a document or a comment names exists', () => {
    const numbers = new Set(readdirSync(join(root, 'docs', 'decisions')).map(file => file.slice(0, 3)));
    const named = ['accounting', 'architecture', 'books', 'glossary', 'operations'].flatMap(name =>
      Array.from(read('docs', `${name}.md`).matchAll(/decisions? (\d{3})/gi), ([, number]) => number ?? ''),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(number => !numbers.has(number))).toEqual([]);
  });
});
