import { expect, test } from 'vitest';
import { toUnitCost } from '../kernel/unit-cost';
import { freeLinesWords } from './free-lines';

const lines = (...prices: string[]) => prices.map(price => ({ unit_price: toUnitCost(price) }));

test.each([
  [lines(), null],
  [lines('0.000001', '0.25'), null],
  [
    lines('0.00', '0.25'),
    '1 line has no price. The supplier sees £0.00, and the goods come into stock without a cost.',
  ],
  [
    lines('0', '0.01', '0.00'),
    '2 lines have no price. The supplier sees £0.00, and the goods come into stock without a cost.',
  ],
])('of the prices %j it says %j', (order, words) => expect(freeLinesWords(order)).toBe(words));
