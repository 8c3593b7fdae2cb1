import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { quantityFromText, toQuantity } from '../kernel/quantity';
import { refundPieces, refundValue, type Refundable } from './refund';

const soldLine = (gross: number, vat: number, cost: number, quantity: string): Refundable => ({
  gross: toPence(gross),
  vat: toPence(vat),
  cost: toPence(cost),
  quantity: quantityFromText(quantity),
});

test('V12 V13 three units at £5.00 are refunded one by one, and the last takes the remainder', () => {
  let line = soldLine(500, 83, 200, '3');
  const parts = [1, 2, 3].map(() => {
    const { remaining, ...part } = refundPieces(line, quantityFromText('1'), true);
    line = remaining;
    return part;
  });
  expect(parts).toEqual([
    { gross: 167, vat: 28, net: 139, cost: 67 },
    { gross: 167, vat: 28, net: 139, cost: 67 },
    { gross: 166, vat: 27, net: 139, cost: 66 },
  ]);
  expect(line).toEqual({ gross: 0, vat: 0, cost: 0, quantity: 0 });
});

test('I5 V12 a refund without goods returns no cost, and does not add it to the next unit', () => {
  const kept = refundPieces(soldLine(1000, 167, 400, '2'), quantityFromText('1'), false);
  expect(kept).toMatchObject({ gross: 500, cost: 0, remaining: { cost: 200, quantity: 1000 } });
  expect(refundPieces(kept.remaining, quantityFromText('1'), true)).toMatchObject({ gross: 500, cost: 200 });
});

test('V12 a part refund without goods moves neither quantity nor cost', () => {
  const { remaining, ...part } = refundValue(soldLine(1200, 200, 400, '2'), toPence(300));
  expect(part).toEqual({ gross: 300, vat: 50, net: 250, cost: 0 });
  expect(remaining).toEqual({ gross: 900, vat: 150, cost: 400, quantity: 2000 });
});

test('V13 no more than the remainder can be refunded', () => {
  expect(() => refundPieces(soldLine(100, 17, 40, '1'), quantityFromText('1.001'), true)).toThrow(RangeError);
  expect(() => refundValue(soldLine(100, 17, 40, '1'), toPence(101))).toThrow(RangeError);
  // Nothing is no refund either.
  expect(() => refundPieces(soldLine(100, 17, 40, '1'), toQuantity(0), true)).toThrow(RangeError);
  expect(() => refundValue(soldLine(100, 17, 40, '1'), toPence(0))).toThrow(RangeError);
});

test('V12 M7 all of the price can be given back, with all of its VAT', () => {
  expect(refundValue(soldLine(100, 17, 40, '1'), toPence(100))).toMatchObject({
    gross: 100,
    vat: 17,
    net: 83,
    remaining: { gross: 0, vat: 0, cost: 40 },
  });
});

test('M7 V12 V13 A8 the refunds of a line add up to the original to the penny', () => {
  const sold = fc.record({
    gross: fc.integer({ min: 0, max: 1_000_000 }).map(toPence),
    quantity: fc.integer({ min: 1, max: 50_000 }).map(toQuantity),
    cost: fc.integer({ min: 0, max: 1_000_000 }).map(toPence),
    share: fc.integer({ min: 0, max: 17 }),
  });
  const steps = fc.array(fc.record({ share: fc.integer({ min: 1, max: 100 }), byValue: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(sold, steps, ({ gross, quantity, cost, share }, quantities) => {
      const vat = toPence(Math.floor((gross * share) / 100));
      let remaining: Refundable = { gross, vat, cost, quantity };
      const sums = { gross: 0, vat: 0, cost: 0 };
      const count = (part: {
        gross: number;
        vat: number;
        cost: number;
        net: number;
        remaining: Refundable;
      }) => {
        expect(part.net + part.vat).toBe(part.gross);
        sums.gross += part.gross;
        sums.vat += part.vat;
        sums.cost += part.cost;
        remaining = part.remaining;
        for (const rest of Object.values(remaining)) expect(rest).toBeGreaterThanOrEqual(0);
      };
      for (const step of quantities) {
        const value = toPence(Math.floor((remaining.gross * step.share) / 200));
        const pieces = toQuantity(Math.floor((remaining.quantity * step.share) / 100));
        if (step.byValue && value > 0) count(refundValue(remaining, value));
        else if (!step.byValue && pieces > 0) count(refundPieces(remaining, pieces, true));
      }
      if (remaining.quantity > 0) count(refundPieces(remaining, remaining.quantity, true));
      expect({ ...sums, quantity: remaining.quantity }).toEqual({
        gross: gross - remaining.gross,
        vat: vat - remaining.vat,
        cost,
        quantity: 0,
      });
      expect(remaining).toEqual({ gross: 0, vat: 0, cost: 0, quantity: 0 });
    }),
    { numRuns: 1000 },
  );
});
