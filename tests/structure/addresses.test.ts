import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every path of the browser is listed once: a duplicate would keep every page from opening', () => {
  const source = readFileSync(join(import.meta.dirname, '..', '..', 'web', 'router.tsx'), 'utf8');
  const paths = Array.from(source.matchAll(/\b(?:page|publicPage)\(\s*'([^']+)'/g), ([, path]) => path);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});
