import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { reverseChargeEntries } from './reverse-charge';

test('V28 the reverse charge puts the same VAT into boxes 1 and 4, the net into box 7, and from abroad into box 6', () => {
  const line = { net: toPence(10_003), code: 'S', rate: 2000 } as const;
  // 20% of £100.03 is £20.006.
  expect(reverseChargeEntries('domestic', line)).toEqual([
    { ...line, direction: 'input', vat: 2_001 },
    { ...line, direction: 'output', vat: 2_001, net: 0 },
  ]);
  expect(reverseChargeEntries('abroad', line)).toEqual([
    { ...line, direction: 'input', vat: 2_001 },
    { ...line, direction: 'output', vat: 2_001 },
  ]);
  const zero = { net: toPence(500), code: 'Z', rate: 0 } as const;
  expect(reverseChargeEntries('abroad', zero)).toEqual([{ ...zero, direction: 'input', vat: 0 }]);
});
