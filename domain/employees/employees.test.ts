import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { accountNumber, sortCode } from '../kernel/bank-account';
import { isNationalInsuranceNumber } from './national-insurance-number';
import { expiryOf } from './employee-document.contract';
import { canHappenOn, canLeave, canTake } from './employee.rules';
import { employeeStatus, employeeSteps, type EmployeeStep } from './employee.status';
import { canHaveWorked, hoursWords, minutesBetween } from './time-entry.rules';

const steps = Object.keys(employeeSteps) as EmployeeStep[];
const cases = { numRuns: 1000 };
const state = (status: (typeof employeeStatus.options)[number]) => ({
  name: 'Imogen',
  status,
  startedOn: '2025-01-06',
  leftOn: status === 'left' ? '2026-01-06' : null,
  isErased: false,
});

test('5.6 every path of steps ends in a status that allows the next one, and an erased employee allows none', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), path => {
      let status: (typeof employeeStatus.options)[number] = 'active';
      for (const step of path) {
        const result = canTake(step, state(status));
        expect(result.allowed).toBe((employeeSteps[step].from as readonly string[]).includes(status));
        expect(canTake(step, { ...state(status), isErased: true }).allowed).toBe(false);
        if (result.allowed) status = employeeSteps[step].to;
        else expect(result.reason).toContain('Imogen is');
      }
    }),
    cases,
  );
});

test('5.6 a step is dated today or earlier, and not before the start date', () => {
  const day = fc.integer({ min: -800, max: 30 }).map(days => addDays('2026-11-21', days));
  fc.assert(
    fc.property(day, on => {
      const result = canHappenOn('suspend', state('active'), { on, until: null, today: '2026-11-21' });
      expect(result.allowed).toBe(on <= '2026-11-21' && on >= '2025-01-06');
    }),
    cases,
  );
  const rehire = (on: string) =>
    canHappenOn('rehire', state('left'), { on, until: null, today: '2026-11-21' }).allowed;
  expect([rehire('2026-01-06'), rehire('2026-01-07')]).toEqual([false, true]);
  const until = (last: string) =>
    canHappenOn('go_on_leave', state('active'), { on: '2026-11-20', until: last, today: '2026-11-21' });
  expect([until('2026-11-19').allowed, until('2026-11-20').allowed]).toEqual([false, true]);
});

test('5.6 leaving requires tills, hours, expenses and reports to be settled', () => {
  const clean = {
    openTills: [],
    unpaidExpenses: 0,
    draftClaims: 0,
    owedExpenses: [],
    reports: 0,
    isClockedIn: false,
  };
  expect(canLeave('Imogen', clean, null).allowed).toBe(true);
  for (const open of [
    { openTills: ['Front', 'Back'] },
    { unpaidExpenses: 2 },
    { draftClaims: 1 },
    { reports: 1 },
    { isClockedIn: true },
  ])
    expect(canLeave('Imogen', { ...clean, ...open }, 'Retires').allowed).toBe(false);
  // Whoever does not return money can still leave, but not unnoticed.
  const owing = { ...clean, owedExpenses: ['EXP-000012'] };
  expect([canLeave('Imogen', owing, null).allowed, canLeave('Imogen', owing, 'Deducted').allowed]).toEqual([
    false,
    true,
  ]);
});

test('a document is valid on its last day, and expiring a set number of days before', () => {
  const soonDays = 45;
  const today = '2026-11-21';
  const on = (days: number) => expiryOf(addDays(today, days), today, soonDays);
  expect([on(-1), on(0), on(soonDays), on(soonDays + 1), expiryOf(null, today, soonDays)]).toEqual([
    'expired',
    'expiring',
    'expiring',
    'valid',
    'valid',
  ]);
});

test('hours are whole minutes, in the past, and at most a day', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }), (a, b) => {
      const [from, to] = [new Date(now.getTime() + a * 60_000), new Date(now.getTime() + b * 60_000)];
      const { allowed } = canHaveWorked({ from, to }, now);
      expect(allowed).toBe(b <= 0 && b > a && b - a <= 24 * 60);
      if (allowed) expect(minutesBetween(from, to)).toBe(b - a);
    }),
    cases,
  );
  expect([hoursWords(0), hoursWords(59), hoursWords(60), hoursWords(495)]).toEqual([
    '0 min',
    '59 min',
    '1 h',
    '8 h 15 min',
  ]);
});

test('bank details and National Insurance numbers are accepted with any separators, and nothing else is', () => {
  expect(sortCode.parse('20 11 96')).toBe('20-11-96');
  expect(sortCode.parse('')).toBeNull();
  expect(accountNumber.parse('1234567')).toBe('01234567');
  expect(sortCode.safeParse('2011960').success).toBe(false);
  expect(accountNumber.safeParse('123456789').success).toBe(false);
  for (const good of ['AB123456C', 'JG103759A']) expect(isNationalInsuranceNumber(good)).toBe(true);
  for (const bad of ['QQ123456C', 'BG123456A', 'AO123456A', 'AB123456E', 'AB12345C', 'ab123456c'])
    expect(isNationalInsuranceNumber(bad)).toBe(false);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom('', '-', ' '), (number, between) => {
      const digits = String(number).padStart(6, '0');
      const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
      expect(sortCode.parse(parts.join(between))).toBe(parts.join('-'));
    }),
    cases,
  );
});
