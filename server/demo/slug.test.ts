import { expect, test } from 'vitest';
import { demoSuppliers } from './demo-suppliers';
import { slugOf } from './slug';

test.each([
  ['Żabka Delikatesy', 'zabka-delikatesy'],
  ['Żabka', 'zabka'],
  ['Łódź & Søn Œufs', 'lodz-son-oeufs'],
  ['Großhandel 24', 'grosshandel-24'],
  ['Brunel Packaging Ltd.', 'brunel-packaging-ltd'],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('no two suppliers of the demo share an email address', () => {
  const addresses = demoSuppliers.flatMap(({ email }) => email ?? []);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const address of addresses) expect(address).toMatch(/^orders@[a-z0-9]+(-[a-z0-9]+)*\.example$/);
});
