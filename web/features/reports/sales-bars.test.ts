import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { salesBars } from './sales-bars';

const row = (key: string, pence: number) => ({ key, label: key, net_takings: toPence(pence) });

test('R2 a day without a sale keeps its place between the others', () => {
  const bars = salesBars({ group: 'day', rows: [row('2026-02-27', 5), row('2026-03-02', 7)] });
  expect(bars.map(({ key, value }) => [key, value])).toEqual([
    ['2026-02-27', 5],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 7],
  ]);
  expect(bars[1]?.label).toBe('28 Feb 2026');
});

test('R2 a week without a sale keeps its place between the others', () => {
  const bars = salesBars({ group: 'week', rows: [row('2026-02-23', 5), row('2026-03-09', 7)] });
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ['2026-02-23', 5],
    ['2–8 Mar 2026', 0],
    ['2026-03-09', 7],
  ]);
});

test('rows other than days and weeks are unchanged, and no rows stay none', () => {
  expect(salesBars({ group: 'cashier', rows: [row('9', 1), row('4', 2)] }).map(({ key }) => key)).toEqual([
    '9',
    '4',
  ]);
  expect(salesBars({ group: 'day', rows: [] })).toEqual([]);
});
