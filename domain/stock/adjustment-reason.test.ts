import { expect, test } from 'vitest';
import { adjustmentReason, adjustmentDirection, isWriteOff } from './adjustment-reason';

test('P15 I13 a correction is not a write-off: each has its own approval limit', () => {
  const reasons = adjustmentReason.options;
  expect(reasons.filter(isWriteOff)).toEqual(['damaged', 'lost', 'expired', 'own_use', 'write_down']);
  expect(reasons.filter(reason => !isWriteOff(reason))).toEqual(['found', 'correction']);
});

test('I7 I13 only found goods add stock, and a write-down moves none', () => {
  expect(adjustmentReason.options.filter(reason => adjustmentDirection[reason] === 'out')).toEqual([
    'damaged',
    'lost',
    'expired',
    'own_use',
  ]);
  expect([adjustmentDirection.found, adjustmentDirection.correction, adjustmentDirection.write_down]).toEqual(
    ['in', 'either', 'value'],
  );
});
