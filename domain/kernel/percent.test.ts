import { expect, test } from 'vitest';
import { formatPercent } from './percent';

test('a percentage has only the decimals it needs, and two in a column', () => {
  expect([2050, 2000, 5, -629, 0].map(percent => formatPercent(percent))).toEqual([
    '20.5%',
    '20%',
    '0.05%',
    '−6.29%',
    '0%',
  ]);
  expect([2050, 2000, 5, -629, 0].map(percent => formatPercent(percent, { inColumn: true }))).toEqual([
    '20.50%',
    '20.00%',
    '0.05%',
    '−6.29%',
    '0.00%',
  ]);
});
