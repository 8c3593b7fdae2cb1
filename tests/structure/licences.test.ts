import { expect, test } from 'vitest';
import { exceptions, isAllowed, licenceProblems } from '../../scripts/lib/licences.mjs';
import lock from '../../package-lock.json' with { type: 'json' };

test('every package has a licence that is allowed, or is an exception with its reason', () => {
  expect(licenceProblems()).toEqual([]);
});

test('a wrong licence is found, and so is a missing one', () => {
  const packages = {
    '': {},
    'node_modules/fine': { license: 'MIT' },
    'node_modules/copyleft': { license: 'AGPL-3.0-only' },
    'node_modules/fine/node_modules/nameless': {},
    'node_modules/axe-core': { license: 'GPL-3.0-only' },
  };
  expect(licenceProblems(packages)).toEqual([
    'copyleft has the licence AGPL-3.0-only, which scripts/lib/licences.mjs does not allow.',
    'nameless has the licence (none named), which scripts/lib/licences.mjs does not allow.',
    'axe-core has the licence GPL-3.0-only, which scripts/lib/licences.mjs does not allow.',
  ]);
});

test.each([
  ['MIT OR GPL-3.0-only', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN README.md', false],
])('%s is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

test('every exception is needed', () => {
  const names = Object.keys(lock.packages);
  const unused = Object.keys(exceptions).filter(
    start => !names.some(path => path.includes(`node_modules/${start}`)),
  );
  expect(unused).toEqual([]);
});
