import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  averageCost,
  emptyPool,
  gainValue,
  issue,
  type Pool,
  putBack,
  receive,
  revalue,
  takeBack,
  textFromUnitCost,
  unitCostFromText,
} from './average-cost';
import { toPence } from './money';
import { wholeUnits as units, toQuantity } from './quantity';

const runs = { numRuns: 1000, verbose: 1 } as const;
const stocked = (quantity: number, value: number): Pool =>
  receive(emptyPool, units(quantity), toPence(value)).pool;

test('I1 I2 a receipt adds its quantity and its value; the average is their quotient', () => {
  const { pool } = receive(stocked(10, 1000), units(5), toPence(800));
  expect(pool).toMatchObject({ quantity: 15_000, value: 1800 });
  expect(textFromUnitCost(averageCost(pool.value, pool.quantity) ?? 0n)).toBe('120.000000');
  expect(receive(stocked(10, 1000), units(10), toPence(0)).pool).toMatchObject({ value: 1000 });
});

test('I3 an issue takes its share, and the last unit takes the remainder', () => {
  let pool = stocked(3, 100);
  const costs = [1, 1, 1].map(() => {
    const issued = issue(pool, units(1));
    pool = issued.pool;
    return issued.cost;
  });
  expect(costs).toEqual([33, 34, 33]);
  expect(pool).toMatchObject({ quantity: 0, value: 0 });
});

test('I7 found goods have the average cost, else the last known one, else a user must enter it', () => {
  expect(gainValue(stocked(10, 1000), units(2))).toBe(200);
  expect(gainValue(issue(stocked(10, 1000), units(10)).pool, units(2))).toBe(200);
  expect(gainValue(emptyPool, units(2))).toBe(null);
});

test('I9 more than is in stock goes out at the average, and from zero at the last known cost', () => {
  const below = issue(stocked(2, 200), units(5));
  expect(below).toMatchObject({ cost: 500, pool: { quantity: -3000, value: -300 } });
  expect(issue(below.pool, units(1))).toMatchObject({ cost: 100, pool: { quantity: -4000, value: -400 } });
});

test('I10 a receipt covers sales ahead of it: the difference in cost is the variance', () => {
  const short = issue(stocked(2, 200), units(5)).pool;
  expect(receive(short, units(10), toPence(1200))).toEqual({
    pool: { quantity: 7000, value: 840, lastUnitCost: 120_000_000n },
    value: 1140,
    variance: 60,
  });
  expect(receive(short, units(3), toPence(300))).toMatchObject({
    pool: { quantity: 0, value: 0 },
    variance: 0,
  });
});

test('A13 I9 what is undone with nothing in between leaves quantity, value and the last known cost as they were', () => {
  // −1 worth −£3.00, the last known cost being £1.00.
  const short: Pool = { quantity: units(-1), value: toPence(-300), lastUnitCost: 100_000_000n };
  const unitCostBefore = short.lastUnitCost;
  const issued = issue(short, units(2));
  expect(issued.cost).toBe(200);
  expect(putBack(issued.pool, units(2), { value: issued.cost, unitCostBefore })).toEqual({
    pool: short,
    value: 200,
    variance: 0,
  });
  // 5 at £4.00: one makes up for £3.00, so £17.00 and 4 pieces are more.
  const received = receive(short, units(5), toPence(2000));
  expect(received).toMatchObject({ value: 1900, variance: 100 });
  expect(takeBack(received.pool, units(5), { value: received.value, unitCostBefore }).pool).toEqual(short);
  // A cost that was not known before is not known again.
  const first = receive(emptyPool, units(5), toPence(2000)).pool;
  expect(takeBack(first, units(5), { value: toPence(2000), unitCostBefore: null }).pool).toEqual(emptyPool);
});

test('A13 I10 what went out and is undone after other movements comes in like any other goods', () => {
  // −3 worth −£5.00: 2 at £1.00 make up for £3.33.
  const short: Pool = { quantity: units(-3), value: toPence(-500), lastUnitCost: 100_000_000n };
  const back = { value: toPence(200), unitCostBefore: undefined };
  expect(putBack(short, units(2), back)).toEqual(receive(short, units(2), toPence(200)));
  expect(putBack(short, units(2), back)).toMatchObject({ value: 333, variance: -133 });
  expect(() => putBack(short, units(0), { ...back, unitCostBefore: null })).toThrow(RangeError);
});

test('A13 what was taken out since cannot be taken again: no value stays without goods, and none falls below zero', () => {
  const undo = (pool: Pool, quantity: number, value: number) =>
    takeBack(pool, units(quantity), { value: toPence(value), unitCostBefore: undefined });
  // All that is left goes with all that it is worth.
  expect(undo(stocked(10, 8000), 10, 12_000)).toMatchObject({ cost: 8000, pool: { quantity: 0, value: 0 } });
  // Two stay, and are worth nothing rather than less.
  expect(undo(stocked(12, 8000), 10, 12_000)).toMatchObject({
    cost: 8000,
    pool: { quantity: 2000, value: 0 },
  });
  expect(undo(stocked(12, 8000), 10, 5000)).toMatchObject({ cost: 5000, pool: { value: 3000 } });
  // Below zero what is missing is worth something too: 2 at £8.00, of which 10 go at £8.00.
  expect(undo(stocked(2, 1600), 10, 500)).toMatchObject({
    cost: 8000,
    pool: { quantity: -8000, value: -6400 },
  });
  expect(undo(stocked(2, 1600), 10, 2000)).toMatchObject({ cost: 2000, pool: { value: -400 } });
  expect(() => undo(stocked(2, 1600), 0, 500)).toThrow(RangeError);
});

test('I13 a value-only change never goes below zero', () => {
  expect(revalue(stocked(4, 400), toPence(-150))).toMatchObject({ quantity: 4000, value: 250 });
  expect(() => revalue(stocked(4, 400), toPence(-401))).toThrow(RangeError);
  expect(() => revalue(emptyPool, toPence(1))).toThrow(RangeError);
});

test('A2 after any receipts and issues within stock the pool is the sum of its movements and empty when empty', () => {
  const step = fc.record({
    in: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 50_000 }).map(toQuantity),
    value: fc.integer({ min: 0, max: 1_000_000 }).map(toPence),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      let pool = emptyPool;
      let [quantity, value] = [0, 0];
      for (const move of steps) {
        if (move.in) {
          const received = receive(pool, move.quantity, move.value);
          expect(received.variance).toBe(0);
          pool = received.pool;
          quantity += move.quantity;
          value += received.value;
        } else {
          const out = toQuantity(Math.min(move.quantity, pool.quantity));
          if (out === 0) continue;
          const issued = issue(pool, out);
          pool = issued.pool;
          quantity -= out;
          value -= issued.cost;
        }
        expect(pool.quantity).toBe(quantity);
        expect(pool.value).toBe(value === 0 ? 0 : value);
        expect(pool.value).toBeGreaterThanOrEqual(0);
        if (pool.quantity === 0) expect(pool.value).toBe(0);
      }
    }),
    runs,
  );
});

test('I9 I10 however far below zero, value and variance account for every penny paid', () => {
  const step = fc.record({
    in: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 9_000 }).map(toQuantity),
    value: fc.integer({ min: 1, max: 90_000 }).map(toPence),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), steps => {
      let pool = emptyPool;
      let [paid, cost] = [0, 0];
      for (const move of steps) {
        if (move.in) {
          const received = receive(pool, move.quantity, move.value);
          pool = received.pool;
          paid += move.value;
          cost += received.variance;
        } else {
          const issued = issue(pool, move.quantity);
          pool = issued.pool;
          cost += issued.cost;
        }
        expect(pool.value + cost).toBe(paid);
        if (pool.quantity === 0) expect(pool.value).toBe(0);
        if (pool.quantity < 0) expect(pool.value).toBeLessThanOrEqual(0);
      }
    }),
    runs,
  );
});

test('a unit cost survives storage in the database', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), cost => {
      expect(unitCostFromText(textFromUnitCost(cost))).toBe(cost);
    }),
    runs,
  );
});
