import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { toneOf, writeReminder } from './reminder';

const facts = (...open: number[]) => ({
  on: '2026-11-21' as const,
  to: { name: 'Mary Ellis', address: null },
  items: open.map((pence, n) => ({
    number: `INV-0000${n}`,
    business_date: '2026-09-01' as const,
    due_on: '2026-10-01' as const,
    open: toPence(pence),
  })),
  unused: toPence(0),
});

test('R6 the tone follows the age: a month, two, longer; without anything overdue there is none', () => {
  expect([-1, 0, 1, 30, 31, 60, 61, 400].map(toneOf)).toEqual([
    null,
    null,
    'friendly',
    'friendly',
    'firm',
    'firm',
    'final',
    'final',
  ]);
});

test('a reminder has the total of its items, and there is none without an overdue item', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 20 }),
      fc.integer({ min: -30, max: 400 }),
      (open, days) => {
        const letter = writeReminder(facts(...open), days);
        if (open.length === 0 || days <= 0) {
          expect(letter).toBeNull();
          return;
        }
        expect(letter?.total).toBe(open.reduce((sum, pence) => sum + pence, 0));
        expect(letter?.tone).toBe(toneOf(days));
      },
    ),
    { numRuns: 1000 },
  );
  expect(writeReminder(facts(1250), 3)?.opening).toContain('£12.50 on your account');
});
