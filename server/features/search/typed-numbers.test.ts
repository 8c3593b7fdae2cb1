import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersMatching } from './typed-numbers';

const prefixes = ['INV-', 'PO-', 'SHOP-A-'];

test('finds a number however it is typed', () => {
  for (const typed of ['INV-00042', 'inv-42', 'inv 42', ' Inv42 ', 'INV-000042'])
    expect(numbersMatching(typed, prefixes), typed).toContain('INV-00042');
  expect(numbersMatching('42', prefixes)).toEqual(['INV-00042', 'PO-00042', 'SHOP-A-00042']);
  expect(numbersMatching('shop a 7', prefixes)).toContain('SHOP-A-00007');
  expect(numbersMatching('1234567', prefixes)).toContain('PO-1234567');
  expect(numbersMatching('Z-T1-00020', prefixes)).toContain('Z-T1-00020');
});

test('any text gives something to search for, and little of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), typed => {
      expect(numbersMatching(typed, prefixes).length).toBeLessThanOrEqual(prefixes.length + 1);
    }),
    { numRuns: 1000 },
  );
  expect(numbersMatching('9'.repeat(90), prefixes)).toEqual(['9'.repeat(90)]);
});
