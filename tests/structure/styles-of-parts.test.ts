import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { styleSheets, webParts } from '../support/web-parts';

const web = join(import.meta.dirname, '..', '..', 'web');

/** Classes that have a look only where another part draws them, and why. */
const onlyWithAnother = new Map([
  ['cell-pencil', 'is drawn once the tools of a table are loaded, and they bring its look'],
  ['view-button', 'has its place from the list, which imports it'],
]);

const sheetsOfClass = new Map<string, Set<string>>();
for (const sheet of styleSheets(web)) {
  const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const [, name = ''] of rules.matchAll(/\.([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?=[^{}]*\{)/g))
    sheetsOfClass.set(name, (sheetsOfClass.get(name) ?? new Set()).add(sheet));
}

function classesIn(file: string): readonly string[] {
  if (!file.endsWith('.tsx')) return [];
  const written = [...readFileSync(file, 'utf8').matchAll(/className=(?:"([^"]+)"|\{([^}]*)\})/g)];
  return written
    .flatMap(([, words, code = '']) =>
      words === undefined ? [...code.matchAll(/['"`]([^'"`]+)['"`]/g)].map(([, part = '']) => part) : [words],
    )
    .flatMap(words => words.split(/\s+/));
}

// A page looked one way when opened by its address, and another after a visit to the page whose styles it borrowed.
test('each part of the web program brings the styles of its classes', () => {
  const parts = webParts(web);
  expect(parts.length).toBeGreaterThan(100);
  const missing = new Set<string>();
  const seen = new Set<string>();
  for (const { files, styles } of parts)
    for (const file of files)
      for (const name of classesIn(file)) {
        const sheets = sheetsOfClass.get(name);
        if (!sheets) continue;
        seen.add(name);
        if (onlyWithAnother.has(name) || [...sheets].some(sheet => styles.has(sheet))) continue;
        missing.add(
          `${relative(web, file)}: .${name}, of ${[...sheets].map(sheet => relative(web, sheet)).join(' or ')}`,
        );
      }
  expect(seen.size).toBeGreaterThan(400);
  expect([...missing]).toEqual([]);
});
