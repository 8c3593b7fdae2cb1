import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '..', '..', 'web', 'features');
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.tsx'))
  .map(path => [path, readFileSync(join(features, path), 'utf8')] as const);

test('an act that asks only for its reason opens the one dialog for it', () => {
  expect(sources.filter(([, source]) => source.includes('<ReasonDialog')).length).toBeGreaterThan(6);
  const copies = sources.filter(([, source]) =>
    /initial: \{ reason: ''(?:, version: [\w.]+)? \}/.test(source),
  );
  expect(copies.map(([path]) => path)).toEqual([]);
});
