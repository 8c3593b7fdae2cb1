import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { canFile } from './vat-return.rules';
import {
  dueOn,
  earliestFirstDay,
  openPeriods,
  type PeriodFacts,
  stageOf,
  stagger,
  vatPeriodOf,
} from './vat-period';

const runs = { numRuns: 1000, verbose: 1 } as const;
const day = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('2001-01-01', days));
const by = fc.constantFrom(...stagger.options);
const facts: PeriodFacts = {
  stagger: 'group_1',
  filedTo: null,
  firstDay: null,
  firstTaxPoint: null,
  isRegistered: true,
  registeredFrom: null,
  registeredUntil: null,
  lastUnreturned: null,
  today: '2026-11-21',
};

test('V24 the period of a day, by stagger', () => {
  expect(stagger.options.map(group => vatPeriodOf('2026-11-21', group))).toEqual([
    { from: '2026-10-01', to: '2026-12-31' },
    { from: '2026-11-01', to: '2027-01-31' },
    { from: '2026-09-01', to: '2026-11-30' },
    { from: '2026-11-01', to: '2026-11-30' },
  ]);
  expect(vatPeriodOf('2028-02-29', 'group_3')).toEqual({ from: '2027-12-01', to: '2028-02-29' });
});

test('V24 every day is in one period, and the day after its end is in the next', () => {
  fc.assert(
    fc.property(day, by, (date, group) => {
      const { from, to } = vatPeriodOf(date, group);
      expect(from <= date && date <= to).toBe(true);
      expect(vatPeriodOf(to, group)).toEqual({ from, to });
      expect(vatPeriodOf(addDays(to, 1), group).from).toBe(addDays(to, 1));
    }),
    runs,
  );
});

test('V24 V25 open periods follow the filed ones, or begin with a later registration, without gap or overlap up to today', () => {
  const maybe = fc.option(day);
  fc.assert(
    fc.property(
      by,
      maybe,
      maybe,
      maybe,
      maybe,
      maybe,
      maybe,
      day,
      (group, filed, first, posted, from, until, unreturned, today) => {
        const filedTo = filed !== null && filed < today ? filed : null;
        const periods = openPeriods({
          stagger: group,
          filedTo,
          firstDay: first !== null && first <= today ? first : null,
          firstTaxPoint: posted,
          isRegistered: true,
          registeredFrom: from,
          registeredUntil: until,
          lastUnreturned: unreturned !== null && unreturned <= today ? unreturned : null,
          today,
        });
        periods.forEach((period, index) => {
          expect(period.from <= period.to).toBe(true);
          const before = index === 0 ? filedTo : periods[index - 1]?.to;
          if (!before) return;
          const next = addDays(before, 1);
          expect(period.from).toBe(index === 0 && from !== null && from > next ? from : next);
        });
        const last = periods.at(-1);
        const isOver = until !== null && filedTo !== null && filedTo >= until;
        if (last) expect(last.from <= today && (last.to >= today || last.to === until || isOver)).toBe(true);
        if (isOver && unreturned === null) expect(periods).toEqual([]);
        if (filedTo === null && periods[0]) expect(periods[0].to >= earliestFirstDay(today)).toBe(true);
      },
    ),
    runs,
  );
});

test('V25 the first return begins on the date set, with the registration, or with the first posting', () => {
  const first = (more: Partial<PeriodFacts>) => openPeriods({ ...facts, ...more })[0]?.from;
  expect(first({})).toBe('2026-10-01');
  expect(first({ firstTaxPoint: '2026-05-09' })).toBe('2026-04-01');
  expect(first({ firstTaxPoint: '2026-05-09', registeredFrom: '2026-04-20' })).toBe('2026-04-20');
  expect(first({ firstTaxPoint: '2026-05-09', firstDay: '2026-07-01' })).toBe('2026-07-01');
  // Postings dated ahead do not delay the first return.
  expect(first({ firstTaxPoint: '2027-05-09' })).toBe('2026-10-01');
  expect(first({ firstTaxPoint: '0001-01-01' })).toBe('2022-10-01');
  expect(first({ registeredFrom: '2026-12-01' })).toBeUndefined();
  expect(openPeriods({ ...facts, firstTaxPoint: '2026-05-09', registeredUntil: '2026-08-15' })).toEqual([
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-08-15' },
  ]);
  expect(openPeriods({ ...facts, stagger: 'group_2', filedTo: '2026-06-30' })).toEqual([
    { from: '2026-07-01', to: '2026-07-31' },
    { from: '2026-08-01', to: '2026-10-31' },
    { from: '2026-11-01', to: '2027-01-31' },
  ]);
});

test('V25 a registration that ended over four years ago has no return left to file', () => {
  const ended = { ...facts, firstTaxPoint: '2001-01-01', today: '2024-02-01' };
  // Four years back, 1 February 2020 is in the quarter from January to March.
  expect(openPeriods({ ...ended, registeredUntil: '2020-01-01' })).toEqual([]);
  expect(openPeriods({ ...ended, registeredUntil: '2020-02-01' })).toEqual([
    { from: '2020-01-01', to: '2020-02-01' },
  ]);
});

test('F102 after the final return there are further ones only for VAT that came afterwards', () => {
  const over = { ...facts, registeredUntil: '2026-08-15' };
  const after = (more: Partial<PeriodFacts>) => openPeriods({ ...over, ...more });
  // The final period is open, so later entries are in it.
  expect(after({ filedTo: '2026-06-30', lastUnreturned: '2026-10-09' })).toEqual([
    { from: '2026-07-01', to: '2026-08-15' },
  ]);
  expect(after({ filedTo: '2026-08-15' })).toEqual([]);
  expect(after({ filedTo: '2026-08-15', lastUnreturned: '2026-10-09' })).toEqual([
    { from: '2026-08-16', to: '2026-09-30' },
    { from: '2026-10-01', to: '2026-12-31' },
  ]);
  expect(
    [
      { from: '2026-04-01', to: '2026-06-30' },
      { from: '2026-07-01', to: '2026-08-15' },
      { from: '2026-08-16', to: '2026-09-30' },
    ].map(period => stageOf(period, '2026-08-15')),
  ).toEqual(['registered', 'final', 'after_registration']);
  // Registered for one day more than a quarter.
  expect(stageOf({ from: '2026-07-01', to: '2026-07-01' }, '2026-07-01')).toBe('final');
  // Deregistered without a last day: VAT still to be returned has its periods.
  const off = { ...facts, isRegistered: false, firstTaxPoint: '2026-05-09' };
  expect(openPeriods(off)).toEqual([]);
  expect(openPeriods({ ...off, lastUnreturned: '2026-07-02' })).toEqual([
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-09-30' },
  ]);
});

test('V25 F102 no return is due for the time between two registrations', () => {
  // Deregistered on 15 August, its final return filed, and registered again from 10 November.
  const again = { ...facts, filedTo: '2026-08-15', registeredFrom: '2026-11-10' };
  expect(openPeriods(again)).toEqual([{ from: '2026-11-10', to: '2026-12-31' }]);
  expect(openPeriods({ ...again, today: '2027-01-05' })).toEqual([
    { from: '2026-11-10', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-03-31' },
  ]);
  expect(openPeriods({ ...again, today: '2026-11-09' })).toEqual([]);
  // VAT of the time in between was filed up to 31 December.
  expect(openPeriods({ ...again, filedTo: '2026-12-31', today: '2027-01-05' })).toEqual([
    { from: '2027-01-01', to: '2027-03-31' },
  ]);
});

test('F102 the first return never begins before the registration, whatever date is set', () => {
  const first = (more: Partial<PeriodFacts>) => openPeriods({ ...facts, ...more })[0]?.from;
  expect(first({ firstDay: '2026-01-01', registeredFrom: '2026-04-20' })).toBe('2026-04-20');
  expect(first({ firstDay: '2026-05-01', registeredFrom: '2026-04-20' })).toBe('2026-05-01');
});

test('V24 a return is due a month and seven days after its period', () => {
  const due = (to: string) => dueOn({ from: '2026-01-01', to });
  expect(
    ['2026-06-30', '2026-12-31', '2028-01-31', '2028-02-29', '2026-08-15', '2026-01-30'].map(due),
  ).toEqual(['2026-08-07', '2027-02-07', '2028-03-07', '2028-04-07', '2026-09-22', '2026-03-07']);
});

test('V25 a period is filed once it is over, and after the earlier ones', () => {
  const [early, late] = [
    { from: '2026-04-01', to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-09-30' },
  ];
  const result = (period: typeof late, today: string) => canFile(period, { firstOpen: early, today });
  expect(result(early, '2026-07-01')).toEqual({ allowed: true });
  expect(canFile(early, { firstOpen: undefined, today: '2026-07-01' })).toEqual({ allowed: true });
  expect(result(early, '2026-06-30')).toMatchObject({
    reason: expect.stringContaining('ends on 30 Jun 2026'),
  });
  expect(result(late, '2026-10-01')).toMatchObject({
    reason: expect.stringContaining('to 30 Jun 2026 first'),
  });
});
