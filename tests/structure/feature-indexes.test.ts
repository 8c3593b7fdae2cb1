import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '..', '..', 'web', 'features');

test('the index of a feature does nothing as it loads, because the build drops what no one imports of it (decision 231)', () => {
  const indexes = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(path =>
    /^[\w-]+\/index\.ts$/.test(path),
  );
  expect(indexes.length).toBeGreaterThan(30);
  // A file imported for its effect, or a call outside of every function.
  const effects = indexes.flatMap(path =>
    readFileSync(join(features, path), 'utf8')
      .split('\n')
      .filter(line => /^import ['"]|^(?:await |void )?[\w.]+\(/.test(line))
      .map(line => `${path}: ${line}`),
  );
  expect(effects).toEqual([]);
});
