import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { neverIssued } from './check-statements';
import { declaredParts } from './declared-statements';
test('x', () => {
  const declared = declaredParts(process.cwd());
  const recorded = readdirSync('/tmp/finds-st').flatMap(f =>
    readFileSync(`/tmp/finds-st/${f}`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .flatMap(l => {
        try {
          return [JSON.parse(l)];
        } catch {
          return [];
        }
      }),
  );
  writeFileSync('/tmp/finds-never.txt', neverIssued({ declared, recorded }, []).join('\n'));
  writeFileSync(
    '/tmp/finds-declared.txt',
    declared.map(d => d.place + '\t' + d.key.replaceAll(/\s+/g, ' ')).join('\n'),
  );
});
