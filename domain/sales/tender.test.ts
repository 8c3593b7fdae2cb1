import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { settle, type Tender, tenderMethod } from './tender';

const tender = (method: Tender['method'], pounds: number): Tender => ({
  method,
  tendered: toPence(Math.round(pounds * 100)),
});

test('M9 cash gives change after the other tenders', () => {
  expect(settle(toPence(2350), [tender('credit_card', 10), tender('cash', 20)])).toEqual({
    allowed: true,
    tenders: [
      { method: 'credit_card', tendered: 1000, applied: 1000 },
      { method: 'cash', tendered: 2000, applied: 1350 },
    ],
    change: 650,
  });
});

test.each(tenderMethod.options.filter(method => method !== 'cash'))(
  'M9 no more than is due can be paid by %s',
  method => {
    expect(settle(toPence(1000), [tender(method, 10.01)])).toEqual({
      allowed: false,
      reason: '£10.01 is £0.01 more than is due. Only cash gives change.',
      field: 'tenders',
    });
  },
);

test('M9 cash that pays no part of a sale is returned, not posted', () => {
  expect(settle(toPence(1000), [tender('credit_card', 10), tender('cash', 5)])).toMatchObject({
    reason: 'The sale is already paid in full. Return the cash.',
  });
});

test('M8 the amount due is exact to the penny, without cash rounding', () => {
  expect(settle(toPence(1003), [tender('cash', 10)])).toMatchObject({ reason: '£0.03 is still due.' });
  expect(settle(toPence(1003), [tender('cash', 10.03)])).toMatchObject({ allowed: true, change: 0 });
});

test('M11 a sale of £0.00 takes no tender and is complete', () => {
  expect(settle(toPence(0), [])).toEqual({ allowed: true, tenders: [], change: 0 });
  expect(settle(toPence(0), [tender('cash', 1)])).toMatchObject({ allowed: false });
  expect(settle(toPence(100), [])).toMatchObject({ reason: '£1.00 is still due.' });
  expect(settle(toPence(100), [tender('cash', 0), tender('cash', 1)])).toMatchObject({ allowed: false });
});

test('M9 M11 a sale is complete only when the applied tenders equal its total', () => {
  const tenders = fc.array(
    fc.record({
      method: fc.constantFrom(...tenderMethod.options),
      tendered: fc.integer({ min: 1, max: 5_000 }).map(toPence),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }).map(toPence), tenders, (total, entered) => {
      const settled = settle(total, entered);
      const totalTendered = entered.reduce((sum, { tendered }) => sum + tendered, 0);
      if (!settled.allowed) return;
      const applied = settled.tenders.reduce((sum, part) => sum + part.applied, 0);
      expect(applied).toBe(total);
      expect(totalTendered - applied).toBe(settled.change);
      for (const part of settled.tenders)
        if (part.method !== 'cash') expect(part.applied).toBe(part.tendered);
    }),
    { numRuns: 1000 },
  );
});
