import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '#domain/kernel/error-codes';
import { allInvariants } from '../../server/invariants';
import { defaultTimeouts } from '../../server/platform/http/create-app';

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

  test('the architecture names each file of server', () => {
    const tree = read('docs', 'architecture.md').split('## Who may import whom')[0] ?? '';
    const files = readdirSync(join(root, 'server'))
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter(name => !tree.includes(` ${name}`));
    expect(files).toEqual([]);
  });

  test('the API guide has a row for each error code, with its status', () => {
    const guide = read('docs', 'api', 'README.md');
    const missing = Object.entries(errorStatus).filter(
      ([code, status]) => !guide.includes(`\n| ${status} | \`${code}\` | `),
    );
    expect(missing).toEqual([]);
  });

  test('the messages in the first table of docs/troubleshoot.md are those of the program', () => {
    const [, table = ''] = read('docs', 'troubleshoot.md').split('| The message begins |');
    const quoted = table
      .split('\n## ')[0]
      ?.split('\n')
      .filter(line => line.startsWith('| `'))
      .flatMap(line =>
        Array.from((line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g), ([, text]) => text ?? ''),
      );
    const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map(path => read('server', path))
      .join('\n')
      // Where the code inserts the name of a variable, or the path of the key, the page shows an example.
      .replaceAll(/\$\{(?:name|variable)\} must/g, 'VARIABLE must')
      .replaceAll('${path}', 'secret.key');
    const unsaid = quoted
      ?.flatMap(message => message.split('…').map(piece => piece.trim()))
      .filter(piece => piece && !sources.includes(piece))
      .filter(piece => !sources.includes(piece.replace(/^[A-Z_]+(?= must)/, 'VARIABLE')));
    expect(quoted?.length).toBeGreaterThan(30);
    expect(unsaid).toEqual([]);
  });

  test('R22 docs/operations.md states the time limits of requests in use', () => {
    const seconds = (milliseconds: number) => milliseconds / 1_000;
    const { head, limit } = defaultTimeouts;
    expect(read('docs', 'operations.md')).toContain(
      `\n| ${seconds(head)} seconds for the head of a request, ${seconds(limit)} for all of it | `,
    );
  });

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
    const named = [...documents(), ...sources()].flatMap(path =>
      Array.from(read(path).matchAll(/decisions? (\d{3})\b/gi), ([, number]) => ({ path, number })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ number = '' }) => !numbers.has(number))).toEqual([]);
  });

  test('each row of a table in a document has as many cells as its header', () => {
    const broken = documents().flatMap(path =>
      tablesOf(read(path)).flatMap(([header = '', ...rows]) =>
        rows.filter(row => cellsOf(row) !== cellsOf(header)).map(row => `${path}: ${row}`),
      ),
    );
    expect(broken).toEqual([]);
  });

  test('each link from one document to another file leads to a file', () => {
    const links = documents().flatMap(path =>
      Array.from(read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, to = '']) => ({
        path,
        to,
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ path, to }) => !existsSync(join(root, dirname(path), to)))).toEqual([]);
  });
});

const inFolder = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => join(folder, name));

const documents = () => ['README.md', 'CHANGELOG.md', ...inFolder('docs', /\.md$/)];
const sources = () => ['server', 'domain', 'web', 'bench'].flatMap(folder => inFolder(folder, /\.tsx?$/));

/** The tables of a document, each a list of lines: what follows a code fence is not one. */
const tablesOf = (text: string) =>
  Array.from(text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/(?:^ *\|.*\n)+/gm), ([table]) =>
    table.trimEnd().split('\n'),
  );
/** A `\|` and a bar within code are part of a cell. */
const cellsOf = (row: string) => row.replaceAll(/\\\||`[^`]*`/g, '').split('|').length;
