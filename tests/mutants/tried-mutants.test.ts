import { expect, test } from 'vitest';
import { triedMutants } from '../../scripts/lib/tried-mutants.mjs';

test('F88 each change to a rule is tried against the tests that reach it', async () => {
  const tried = await triedMutants(
    ['domain/tills/variance-words.ts', 'domain/settings/payment-instructions.ts'],
    ['domain/tills/cash-in-a-drawer.test.ts'],
  );
  const resultsIn = (file: string) =>
    tried.filter(mutant => mutant.file === file).map(({ replacement, result }) => [replacement, result]);
  // Below zero is short; zero itself was “None” before.
  expect(resultsIn('domain/tills/variance-words.ts')).toEqual(
    expect.arrayContaining([
      ['variance <= 0', 'survived'],
      ['variance >= 0', 'noticed'],
      ['variance !== 0', 'noticed'],
    ]),
  );
  expect(resultsIn('domain/tills/variance-words.ts').filter(([, result]) => result === 'untested')).toEqual(
    [],
  );
  // None of these tests asks for payment instructions.
  const others = resultsIn('domain/settings/payment-instructions.ts').map(([, result]) => result);
  expect(new Set(others)).toEqual(new Set(['untested']));
});
