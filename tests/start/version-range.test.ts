import { expect, test } from 'vitest';
import { satisfies } from '../../scripts/lib/version-range.mjs';

test.each([
  ['>=18', true],
  ['>= 20.20.0', true],
  ['>=20.20.1', false],
  ['>=22', false],
  ['>20', false],
  ['>20.19', true],
  ['^20.19.0 || >=22.12.0', true],
  ['^22.13.0 || >=24', false],
  ['18 || 20 || >=22', true],
  ['18.x || 22.x', false],
  ['20.x', true],
  ['~20.19', false],
  ['~20.20.0', true],
  ['>=10 <21', true],
  ['>=10 <20', false],
  ['<=20', true],
  ['10 - 19', false],
  ['10 - 20', true],
  ['*', true],
  ['', true],
  ['^0.10.0 || >= 4.0', true],
  ['v20.20.0', true],
])('Node 20.20.0 in "%s": %s', (range, expected) => {
  expect(satisfies('20.20.0', range)).toBe(expected);
});
