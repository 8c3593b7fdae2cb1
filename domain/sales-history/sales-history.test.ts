import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toQuantity } from '../kernel/quantity';
import { adjustmentReasonOf, readHistoryLine, readMoment, readPrice, sortLine } from './history-line';
import { matchReturns, type ReturnLine, type SoldLine } from './match-returns';
import { matcherOf, defaultCodeRules } from './code-rules';

const runs = { numRuns: 1_000, verbose: 1 };
const ruleOf = matcherOf(defaultCodeRules);
const values = {
  number: '536365',
  sku: '85123A',
  quantity: '6',
  sold_at: '2010-12-01 08:26:00',
  price: '2.55',
  customer: '17850.0',
};
const lineOf = (more: Partial<typeof values> & { description?: string }) => {
  const read = readHistoryLine({ ...values, ...more });
  if (!('line' in read)) throw new Error(JSON.stringify(read));
  return read.line;
};
const sorted = (more: Partial<typeof values> & { description?: string }) => {
  const line = lineOf(more);
  return sortLine(line, ruleOf(line));
};

describe('reading a line', () => {
  test('M1 prices and amounts are exact', () => {
    expect(['2.55', '0.001', '16,888.02', '£3', '.5', '-1.10', '0.00000'].map(readPrice)).toEqual([
      255_000, 100, 1_688_802_000, 300_000, 50_000, -110_000, 0,
    ]);
    expect(['', '.', 'x', '1.000001', '1e3'].map(readPrice)).toEqual([null, null, null, null, null]);
    expect(lineOf({ quantity: '-2.5', price: '0.001' }).amount).toBe(-250_000n);
  });

  test('D1 D2 a date and time is in London, in winter and in summer, and impossible days are refused', () => {
    expect(readMoment('2010-12-01 08:26:00')?.soldAt.toISOString()).toBe('2010-12-01T08:26:00.000Z');
    expect(readMoment('31/05/2011 15:53')).toEqual({
      businessDate: '2011-05-31',
      soldAt: new Date('2011-05-31T14:53:00.000Z'),
    });
    expect(readMoment('2011-06-01 00:30')?.businessDate).toBe('2011-06-01');
    // A moment with its time zone is that moment, whose day in London may be another one.
    const late = { businessDate: '2026-04-01', soldAt: new Date('2026-03-31T23:30:00Z') };
    for (const text of [
      '2026-03-31T23:30:00Z',
      '2026-03-31 23:30:00.000z',
      '2026-04-01T00:30:00+01:00',
      '2026-03-31T18:30-0500',
    ])
      expect(readMoment(text)).toEqual(late);
    expect(readMoment('2026-01-31T23:30:00Z')?.businessDate).toBe('2026-01-31');
    expect(['2026-03-31T23:30+25:00', '2026-03-31T23:30+01:75', '2026-03-31 Z'].map(readMoment)).toEqual([
      null,
      null,
      null,
    ]);
    expect(['2011-02-30', '13/13/2011', 'yesterday', '', '2011-01-01 25:00'].map(readMoment)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  test('unreadable cells are reported one by one', () => {
    const read = readHistoryLine({ ...values, quantity: '0', price: 'free', number: '' });
    expect('problems' in read && read.problems.map(({ field }) => field)).toEqual([
      'number',
      'quantity',
      'price',
    ]);
    expect(lineOf({}).customerNumber).toBe('17850');
  });
});

describe('classifying a line', () => {
  test('V13 V15 M3 each kind of line has its treatment or its reason', () => {
    expect(sorted({})).toEqual({ treatment: 'sale' });
    expect(sorted({ sku: 'post' })).toEqual({ treatment: 'charge' });
    expect(sorted({ price: '0' })).toEqual({ treatment: 'given' });
    expect(sorted({ price: '0', quantity: '-3' })).toEqual({ treatment: 'write_off' });
    expect(sorted({ number: 'C1', quantity: '-3' })).toEqual({ treatment: 'return' });
    expect(sorted({ number: 'C1' })).toEqual({ reason: 'wrong_sign' });
    expect(sorted({ quantity: '-3' })).toEqual({ reason: 'wrong_sign' });
    expect(sorted({ price: '-1' })).toEqual({ reason: 'wrong_sign' });
    expect(sorted({ price: '0.001' })).toEqual({ reason: 'part_penny' });
    expect(sorted({ sku: 'gift_0001_20' })).toEqual({ reason: 'voucher' });
    expect(sorted({ sku: 'DOT', price: '0', quantity: '-1' })).toEqual({ reason: 'not_stocked' });
  });

  test('F59 fees, bad debts, discounts and adjustments are not sales, however they are spelled and with either sign', () => {
    const fee = { treatment: 'account', account: '6910' };
    for (const sku of ['BANK CHARGES', 'bank-charges', 'Bank  Charges ', 'AMAZONFEE', 'Amazon Fees', 'CRUK'])
      expect([sorted({ sku }), sorted({ sku, number: 'C1', quantity: '-1' })], sku).toEqual([fee, fee]);
    const debt = { treatment: 'account', account: '6800' };
    for (const more of [
      { sku: 'B', number: 'A563185' },
      { sku: ' b ', price: '-11062.06' },
      { sku: 'Z9', description: 'Adjust bad debt' },
      { sku: 'Z9', description: 'BAD DEBT, smith', price: '-1' },
    ])
      expect(sorted(more), JSON.stringify(more)).toEqual(debt);
    expect(sorted({ sku: 'D', number: 'C1', quantity: '-1' })).toEqual({ treatment: 'credit' });
    expect(sorted({ sku: 'D' })).toEqual({ reason: 'wrong_sign' });
    expect(sorted({ sku: 'ADJUST2' })).toEqual({ reason: 'code_listed' });
    expect(sorted({ sku: 'BANK CHARGES', price: '0' })).toEqual({ reason: 'not_stocked' });
    expect(sorted({ sku: 'BANK CHARGES', price: '0.001' })).toEqual({ reason: 'part_penny' });
    // Goods whose codes only start the same stay goods.
    for (const sku of ['BL55', 'D22', 'MANUALS', 'POSTER', 'S1'])
      expect(sorted({ sku }), sku).toEqual({ treatment: 'sale' });
  });

  test('F59 the user’s own rules apply, the first match counts, and patterns have only the star', () => {
    const own = matcherOf([
      { code: 'B', match: 'code', treatment: 'sale' },
      { code: 'X*', match: 'code', treatment: 'skipped' },
      { code: 'X1', match: 'code', treatment: 'fee', account: '6900' },
      { code: 'Y.(', match: 'code', treatment: 'adjustment' },
    ]);
    const sortedLine = (sku: string) => {
      const line = lineOf({ sku });
      return sortLine(line, own(line));
    };
    expect([sortedLine('B'), sortedLine('x1'), sortedLine('Y.('), sortedLine('YZZ')]).toEqual([
      { treatment: 'sale' },
      { reason: 'skipped' },
      { reason: 'needs_account' },
      { treatment: 'sale' },
    ]);
  });

  test('I7 the description of a stock change gives its reason', () => {
    expect(
      ['wet/rusty', '?lost', 'Given away', 'check'].map(text => adjustmentReasonOf(text, false)),
    ).toEqual(['damaged', 'lost', 'own_use', 'correction']);
    expect(['Found', '', 'amazon'].map(text => adjustmentReasonOf(text, true))).toEqual([
      'found',
      'found',
      'correction',
    ]);
  });
});

describe('matching returns to their sales', () => {
  const sold = fc.array(
    fc.record({
      same: fc.constantFrom('a', 'b'),
      at: fc.integer({ min: 0, max: 20 }),
      left: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 12 },
  );
  const returned = fc.array(
    fc.record({
      same: fc.constantFrom('a', 'b', 'c'),
      at: fc.integer({ min: 0, max: 25 }),
      quantity: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 12 },
  );

  test('V13 no more than was sold, no later sale or other product, and a line in full or not at all', () => {
    fc.assert(
      fc.property(sold, returned, (some, others) => {
        const lines: SoldLine[] = some.map((line, n) => ({
          ...line,
          key: `s${n}`,
          ordinal: 1,
          remaining: toQuantity(line.left),
        }));
        const returns: ReturnLine[] = others.map((line, n) => ({
          ...line,
          row: n + 2,
          quantity: toQuantity(line.quantity),
        }));
        const matches = matchReturns(lines, returns);
        const matched = new Map<string, number>();
        for (const entry of returns) {
          const originals = matches.get(entry.row);
          if (!originals) continue;
          expect(originals.reduce((all, { quantity }) => all + quantity, 0)).toBe(entry.quantity);
          for (const { key, quantity } of originals) {
            const line = lines.find(one => one.key === key);
            expect(quantity).toBeGreaterThan(0);
            expect(line?.same).toBe(entry.same);
            expect(line?.at).toBeLessThan(entry.at);
            matched.set(key, (matched.get(key) ?? 0) + quantity);
          }
        }
        for (const line of lines) expect(matched.get(line.key) ?? 0).toBeLessThanOrEqual(line.remaining);
      }),
      runs,
    );
  });

  test('V13 the newest sale comes first', () => {
    const line = (key: string, at: number) => ({
      key,
      ordinal: 1,
      same: 'a',
      at,
      remaining: toQuantity(2000),
    });
    const matches = matchReturns(
      [line('old', 1), line('new', 2)],
      [{ row: 9, same: 'a', at: 3, quantity: toQuantity(3000) }],
    );
    expect(matches.get(9)).toEqual([
      { key: 'new', ordinal: 1, quantity: 2000 },
      { key: 'old', ordinal: 1, quantity: 1000 },
    ]);
  });
});
