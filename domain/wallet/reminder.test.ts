import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { creditWords, itemLine, reminderOwed, reminderSums, toneOf, writeReminder } from './reminder';

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

test('M12 a reminder asks for the total less unused credit; there is none when credit covers the total', () => {
  // £12.50 and £7.50 are £20.00; less £5.00 of credit £15.00.
  const letter = writeReminder({ ...facts(1250, 750), unused: toPence(500) }, 3);
  expect(letter).toMatchObject({ total: 2000, due: 1500, opening: expect.stringContaining('£15.00') });
  if (!letter) throw new Error('There is a reminder');
  expect(reminderSums(letter)).toEqual([
    ['Total', '£20.00'],
    ['Unused credit', '−£5.00'],
    ['Amount now due', '£15.00'],
  ]);
  expect(reminderOwed(letter)).toMatchObject({ name: 'Amount now due', balance: 1500 });
  expect(creditWords(letter)).toBeNull();
  expect(writeReminder({ ...facts(1250), unused: toPence(1250) }, 3)).toBeNull();
  // As sent by an earlier version, which asked for the total and mentioned the credit.
  const { due: _due, ...earlier } = letter;
  expect(reminderSums(earlier)).toEqual([['Total', '£20.00']]);
  expect(reminderOwed(earlier)).toMatchObject({ name: 'Balance due', balance: 2000 });
  expect(creditWords(earlier)).toContain('£5.00 of unused credit');
});

test('R6 the letter of each age asks for the amount in its own words', () => {
  const opening = (days: number) => writeReminder(facts(1250), days)?.opening;
  expect([opening(30), opening(60), opening(61)]).toEqual([
    expect.stringContaining('£12.50 on your account is past its due date'),
    expect.stringContaining('£12.50 on your account has been overdue for more than a month'),
    expect.stringContaining('£12.50 on your account has been overdue for more than two months'),
  ]);
});

test('the block on how to pay names the oldest item, and each item has its own day', () => {
  const letter = writeReminder(facts(1250, 750), 3);
  if (!letter) throw new Error('There is a reminder');
  const [first, second] = letter.items;
  if (!first || !second) throw new Error('There are two items');
  const items = [
    { ...first, due_on: '2026-10-02' as const },
    { ...second, due_on: '2026-09-30' as const, number: null },
  ];
  expect(reminderOwed({ ...letter, items })).toEqual({
    name: 'Amount now due',
    balance: 2000,
    due: 'Overdue since 30 Sep 2026',
    reference: null,
  });
  expect(reminderOwed({ ...letter, items: [], to: { ...letter.to, number: 'C-00012' } })).toMatchObject({
    due: null,
    reference: 'C-00012',
  });
  expect(items.map(itemLine)).toEqual([
    ['INV-00000', '£12.50, due 2 Oct 2026'],
    ['Item', '£7.50, due 30 Sep 2026'],
  ]);
  // Without credit the total is what is asked for, and is not said twice.
  expect(reminderSums(letter)).toEqual([['Total', '£20.00']]);
  expect(creditWords({ ...letter, unused: toPence(0) })).toBeNull();
  const { due: _due, ...earlier } = letter;
  expect(creditWords(earlier)).toBeNull();
});
