import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..', '..', 'web');
const importsLazy = /import \{[^}]*\blazy\b[^}]*\} from 'react'/;

// React keeps a failed import for good, and the page falls with it: after an upgrade its old parts are gone.
test('only onDemand loads parts with lazy, so that a part that is missing can be tried again', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(path =>
    /\.tsx?$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(600);
  const using = sources.filter(path => importsLazy.test(readFileSync(join(web, path), 'utf8')));
  expect(using).toEqual([join('ui', 'on-demand.tsx')]);
});
