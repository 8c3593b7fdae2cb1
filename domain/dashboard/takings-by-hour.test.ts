import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { median, takingsByHour, type TakingsOfHour } from './takings-by-hour';

test('the median is the middle amount, or the mean of the two in the middle', () => {
  expect(median([])).toBeNull();
  expect(median([700])).toBe(700);
  expect(median([900, 100, 200])).toBe(200);
  expect(median([900, 100, 200, 301])).toBe(251);
  expect(Object.is(median([-1, 0]), 0)).toBe(true);
});

const row = (date: string, hour: number, pence: number, byNow = pence): TakingsOfHour => ({
  date,
  hour,
  net_takings: toPence(pence),
  by_now: toPence(byNow),
});
const today = '2031-03-15';

test('each hour stands beside the median of the earlier days, which count with zero where they took nothing', () => {
  const rows = [
    row(today, 10, 500),
    row(today, 12, -200),
    row('2031-03-08', 10, 300),
    row('2031-03-01', 10, 900),
    row('2031-03-01', 13, 600, 100),
    row('2031-02-22', 13, 400, 0),
  ];
  expect(takingsByHour(rows, today)).toEqual({
    on: today,
    days_compared: 3,
    net_takings: 300,
    // £3.00, £10.00 and £0.00 by now.
    usual_by_now: 300,
    hours: [
      { hour: 10, net_takings: 500, usual: 300 },
      { hour: 11, net_takings: 0, usual: 0 },
      { hour: 12, net_takings: -200, usual: 0 },
      { hour: 13, net_takings: 0, usual: 400 },
    ],
  });
});

test('without earlier days nothing is usual, and without takings there are no hours', () => {
  expect(takingsByHour([row(today, 9, 500)], today)).toMatchObject({
    days_compared: 0,
    usual_by_now: null,
    hours: [{ hour: 9, net_takings: 500, usual: null }],
  });
  expect(takingsByHour([], today)).toMatchObject({ net_takings: 0, hours: [] });
});

test('the hours of a day always add up to its takings', () => {
  const anyRow = fc
    .tuple(
      fc.constantFrom(today, '2031-03-08', '2031-03-01'),
      fc.nat(23),
      fc.integer({ min: -9999, max: 9999 }),
    )
    .map(([date, hour, pence]) => row(date, hour, pence));
  fc.assert(
    fc.property(fc.array(anyRow), rows => {
      const { hours, net_takings } = takingsByHour(rows, today);
      expect(hours.reduce((total, one) => total + one.net_takings, 0)).toBe(net_takings);
    }),
    { numRuns: 500 },
  );
});
