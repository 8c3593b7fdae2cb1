import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import { accountNumber, sortCode } from '../kernel/bank-account';
import { isNationalInsuranceNumber, nationalInsuranceNumber } from './national-insurance-number';
import { expiryOf } from './employee-document.contract';
import { canErase, canHappenOn, canLeave, canTake } from './employee.rules';
import { employeeStatus, employeeSteps, type EmployeeStep } from './employee.status';
import { monthOfDay, payPeriodWords, periodsOverlap } from './pay-period';
import { canCorrectOf, canHaveWorked, hoursWords, minutesBetween } from './time-entry.rules';

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
        else expect(result.reason).toMatch(/^Imogen (?:is (?:active|on leave|suspended)|has left) and /);
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

/** Nothing is left to settle. */
const clean = {
  openTills: [],
  unpaidExpenses: 0,
  draftClaims: 0,
  owedExpenses: [],
  reports: 0,
  isClockedIn: false,
};

test('5.6 leaving requires tills, hours, expenses and reports to be settled', () => {
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

test('5.6 leaving says what to settle first, in the number there is', () => {
  const why = (change: object, reason: string | null = null) => {
    const result = canLeave('Imogen', { ...clean, ...change }, reason);
    return result.allowed ? null : [result.reason, result.field];
  };
  expect(why({ openTills: ['Front', 'Back'] })).toEqual([
    'Imogen has Front and Back open. Count and close it first.',
    undefined,
  ]);
  expect(why({ unpaidExpenses: 1 })?.[0]).toBe(
    'Imogen has 1 expense that is not paid. Pay or reject it first.',
  );
  expect(why({ unpaidExpenses: 2 })?.[0]).toBe(
    'Imogen has 2 expenses that are not paid. Pay or reject them first.',
  );
  expect([why({ draftClaims: 1 })?.[0], why({ draftClaims: 2 })?.[0]]).toEqual([
    expect.stringContaining('Submit or delete it first'),
    expect.stringContaining('Submit or delete them first'),
  ]);
  expect(why({ reports: 1 })?.[1]).toBe('reports_to');
  expect(why({ owedExpenses: ['EXP-1', 'EXP-2'] })).toEqual([
    expect.stringContaining('EXP-1 and EXP-2'),
    'reason',
  ]);
});

test('5.6 a step names the field that its day is wrong in', () => {
  const field = (step: EmployeeStep, on: string, until: string | null = null) => {
    const result = canHappenOn(step, state(step === 'rehire' ? 'left' : 'active'), {
      on,
      until,
      today: '2026-11-21',
    });
    return result.allowed ? null : result.field;
  };
  expect([field('suspend', '2026-11-21'), field('suspend', '2026-11-22')]).toEqual([null, 'on']);
  expect([field('suspend', '2025-01-06'), field('suspend', '2025-01-05')]).toEqual([null, 'on']);
  expect(field('suspend', '2026-11-01', '2026-11-05')).toBe('until');
  expect(field('go_on_leave', '2026-11-06', '2026-11-05')).toBe('until');
  // They may come back on any day if it is not known when they left.
  const gone = { ...state('left'), leftOn: null };
  expect(canHappenOn('rehire', gone, { on: '2026-01-06', until: null, today: '2026-11-21' }).allowed).toBe(
    true,
  );
});

test('K3 K4 personal data is erased once, after leaving', () => {
  const erasable = employeeStatus.options.filter(status => canErase(state(status)).allowed);
  expect(erasable).toEqual(['left']);
  expect(canErase({ ...state('left'), isErased: true })).toMatchObject({
    reason: 'The personal data of this employee has already been erased.',
  });
});

test('a pay period is by default the month of a day, and two overlap if they share a day', () => {
  expect(monthOfDay('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthOfDay('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  const november = monthOfDay('2026-11-29');
  const overlaps = (from: string, to: string) => periodsOverlap(november, { from, to });
  expect([overlaps('2026-10-01', '2026-10-31'), overlaps('2026-10-01', '2026-11-01')]).toEqual([false, true]);
  expect([overlaps('2026-12-01', '2026-12-31'), overlaps('2026-11-30', '2026-12-31')]).toEqual([false, true]);
  expect(payPeriodWords(november)).toBe('1 Nov 2026 to 30 Nov 2026');
});

test('F33 users do not correct their own hours, unless there is no one else', () => {
  const can = (isOwn: boolean, hasSecond: boolean) => canCorrectOf({ isOwn, hasSecond }).allowed;
  expect([can(true, true), can(true, false), can(false, true), can(false, false)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a National Insurance number is kept without spaces and in capitals', () => {
  expect(nationalInsuranceNumber.parse('ab 12-34 56 c')).toBe('AB123456C');
  expect(nationalInsuranceNumber.safeParse('AB 12 34 56').success).toBe(false);
  expect(nationalInsuranceNumber.parse('')).toBeNull();
  expect(['XAB123456C', 'AB123456CC', 'AB1234567C'].map(isNationalInsuranceNumber)).toEqual([
    false,
    false,
    false,
  ]);
});

test('hours may end now and last for 24 hours, not a moment more', () => {
  const now = new Date('2026-11-29T18:00:00Z');
  const worked = (from: string, to: string) =>
    canHaveWorked({ from: new Date(from), to: new Date(to) }, now).allowed;
  expect(worked('2026-11-28T18:00:00Z', '2026-11-29T18:00:00Z')).toBe(true);
  expect(worked('2026-11-28T17:59:59Z', '2026-11-29T18:00:00Z')).toBe(false);
  expect(worked('2026-11-29T09:00:00Z', '2026-11-29T18:00:01Z')).toBe(false);
  expect(worked('2026-11-29T09:00:00Z', '2026-11-29T09:00:00Z')).toBe(false);
});
