import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxQuantity, type Quantity, quantityFromText, timesFactor, toQuantity } from '../kernel/quantity';
import {
  daysLeft,
  demandPerDay,
  isBelowMinimum,
  leadTimeOf,
  minimumInUnit,
  type ReorderFacts,
  suggestedOrder,
} from './reorder';

const q = quantityFromText;
const quiet: ReorderFacts = {
  onHand: q('10'),
  onOrder: q('0'),
  demand: q('0'),
  windowDays: 30,
  coverDays: 14,
  leadDays: 7,
  reorderLevel: null,
  reorderQuantity: null,
  buyingFactor: q('1'),
  minimum: null,
};
const suggested = (facts: Partial<ReorderFacts>) => suggestedOrder({ ...quiet, ...facts });

test('nothing is suggested without a level or demand, or while stock is sufficient', () => {
  expect(suggested({})).toBe(0);
  expect(suggested({ onHand: q('-5') })).toBe(0);
  expect(suggested({ reorderLevel: q('9'), reorderQuantity: q('50') })).toBe(0);
  expect(suggested({ demand: q('-3') })).toBe(0);
});

test('the reorder rule suggests its quantity, or more when that would not reach the order-up-to level, and counts quantity on order', () => {
  expect(suggested({ reorderLevel: q('10'), reorderQuantity: q('24') })).toBe(q('24'));
  // Two above the level of 40.
  expect(suggested({ reorderLevel: q('40'), reorderQuantity: q('5') })).toBe(q('32'));
  expect(suggested({ reorderLevel: q('10') })).toBe(q('2'));
  expect(suggested({ reorderLevel: q('10'), reorderQuantity: q('24'), onOrder: q('1') })).toBe(0);
  expect(suggested({ reorderLevel: q('0'), onHand: q('-4') })).toBe(q('6'));
});

test('F20 ordering the suggestion removes the row: in packs, above the minimum, whatever the stock', () => {
  // Level 10, 3 here: 9 bring it to 12; in packs of six 2 packs (12, so 15); at least 5 packs where that is the minimum.
  expect(suggested({ reorderLevel: q('10'), onHand: q('3') })).toBe(q('9'));
  expect(suggested({ reorderLevel: q('10'), onHand: q('3'), buyingFactor: q('6') })).toBe(q('2'));
  expect(suggested({ reorderLevel: q('10'), onHand: q('3'), buyingFactor: q('6'), minimum: q('5') })).toBe(
    q('5'),
  );
  // Two packs only reach the level: a third is needed to exceed it.
  expect(suggested({ reorderLevel: q('15'), onHand: q('3'), buyingFactor: q('6') })).toBe(q('3'));
  const thousandths = (max: number) => fc.integer({ min: 0, max }).map(toQuantity);
  fc.assert(
    fc.property(
      fc.record({
        onHand: fc.integer({ min: -50_000, max: 50_000 }).map(toQuantity),
        onOrder: thousandths(50_000),
        demand: thousandths(100_000),
        reorderLevel: thousandths(60_000),
        reorderQuantity: fc.option(thousandths(60_000)),
        buyingFactor: fc.integer({ min: 1, max: 48 }).map(pieces => toQuantity(pieces * 1000)),
        minimum: fc.option(fc.integer({ min: 1, max: 9 }).map(pieces => toQuantity(pieces * 1000))),
      }),
      facts => {
        const packs = suggested(facts);
        const bought = timesFactor(packs, facts.buyingFactor) ?? toQuantity(0);
        expect(suggested({ ...facts, onOrder: toQuantity(facts.onOrder + bought) })).toBe(0);
      },
    ),
  );
});

test('F20 without a reorder quantity, stock is filled to what sells above the level, and the next piece sold asks for nothing', () => {
  // 60 in 30 days are 28 in the 14 days to cover: from 10 up to 20 + 28. The demand alone would ask for 32.
  expect(suggested({ reorderLevel: q('20'), demand: q('60') })).toBe(q('38'));
  expect(suggested({ reorderLevel: q('20'), demand: q('60'), buyingFactor: q('12') })).toBe(q('4'));
  // A reorder quantity is the user's own choice: 30 are ordered, or the 32 of the demand.
  expect(suggested({ reorderLevel: q('20'), demand: q('45'), reorderQuantity: q('30') })).toBe(q('30'));
  expect(suggested({ reorderLevel: q('20'), demand: q('60'), reorderQuantity: q('30') })).toBe(q('32'));
  // One sold in the month: 2 above the level, so that one more sold leaves it above.
  const slow = { reorderLevel: q('10'), demand: q('1'), leadDays: 3, coverDays: 14 };
  expect(suggested(slow)).toBe(q('2'));
  expect(suggested({ ...slow, onHand: q('11'), demand: q('2') })).toBe(0);
  fc.assert(
    fc.property(
      fc.record({
        onHand: fc.integer({ min: -50_000, max: 50_000 }).map(toQuantity),
        reorderLevel: fc.integer({ min: 0, max: 60_000 }).map(toQuantity),
        reorderQuantity: fc.option(fc.integer({ min: 1, max: 60_000 }).map(toQuantity)),
      }),
      level => {
        const bought = suggested(level);
        if (bought === 0) return;
        const onHand = toQuantity(level.onHand + bought);
        if (level.reorderQuantity === null || bought !== level.reorderQuantity)
          expect(suggested({ ...level, onHand: toQuantity(onHand - 1000) })).toBe(0);
      },
    ),
  );
});

test('demand suggests what sells over lead time and cover, less on hand and on order', () => {
  // 60 in 30 days is 2 a day: 42 for 21 days, with 10 on hand and 6 on order.
  expect(suggested({ demand: q('60'), onOrder: q('6') })).toBe(q('26'));
  expect(
    suggested({ demand: q('60'), onOrder: q('6'), reorderLevel: q('20'), reorderQuantity: q('30') }),
  ).toBe(q('30'));
  expect(suggested({ demand: q('0.1'), onHand: q('0') })).toBe(q('1'));
});

test('the suggestion is rounded up to the buying unit and the supplier’s minimum', () => {
  const facts = { demand: q('60'), onOrder: q('6') };
  expect(suggested({ ...facts, buyingFactor: q('12') })).toBe(q('3'));
  expect(suggested({ ...facts, buyingFactor: q('13') })).toBe(q('2'));
  expect(suggested({ ...facts, buyingFactor: q('12'), minimum: q('5') })).toBe(q('5'));
  expect(suggested({ ...facts, buyingFactor: q('12'), minimum: q('2.5') })).toBe(q('3'));
  expect(suggested({ ...facts, buyingFactor: q('0.5') })).toBe(q('52'));
});

const quantities = fc.integer({ min: 0, max: maxQuantity }).map(toQuantity);
const some = fc.oneof(fc.integer({ min: 0, max: 500_000 }).map(toQuantity), quantities);
const aboveZero = fc
  .oneof(fc.integer({ min: 1, max: 144_000 }), fc.integer({ min: 1, max: maxQuantity }))
  .map(toQuantity);
const facts: fc.Arbitrary<ReorderFacts> = fc.record({
  onHand: fc.oneof(some, fc.integer({ min: -500_000, max: 0 }).map(toQuantity)),
  onOrder: some,
  demand: some,
  windowDays: fc.constantFrom(30, 60, 90),
  coverDays: fc.integer({ min: 1, max: 365 }),
  leadDays: fc.integer({ min: 0, max: 730 }),
  reorderLevel: fc.option(some),
  reorderQuantity: fc.option(aboveZero),
  buyingFactor: aboveZero,
  minimum: fc.option(aboveZero),
});
const runs = { numRuns: 1000, verbose: 1 } as const;
/** The demand left after a quantity is ordered: the specification's formula, in fractions. */
const expectedOrder = (f: ReorderFacts) => {
  const here = BigInt(f.onHand) + BigInt(f.onOrder);
  const byDemand = BigInt(f.demand) * BigInt(f.leadDays + f.coverDays) - here * BigInt(f.windowDays);
  const isLow = f.reorderLevel !== null && here <= BigInt(f.reorderLevel);
  return { here, byDemand: f.demand > 0 ? byDemand : 0n, isLow };
};

test('a suggestion can be ordered as it is: whole buying units, never below the minimum, within the quantity range', () => {
  fc.assert(
    fc.property(facts, f => {
      const order = suggestedOrder(f);
      const { byDemand, isLow } = expectedOrder(f);
      expect(order > 0).toBe(byDemand > 0n || isLow);
      expect(order % 1000).toBe(0);
      if (order === 0) return;
      const pieces = timesFactor(order, f.buyingFactor);
      expect(pieces).not.toBeNull();
      if (order * 2 < maxQuantity && (pieces ?? 0) * 2 < maxQuantity)
        expect(isBelowMinimum(order, f.minimum)).toBe(false);
    }),
    runs,
  );
});

test('a suggestion is sufficient, and one buying unit less would not be', () => {
  fc.assert(
    fc.property(facts, f => {
      const order = suggestedOrder({ ...f, minimum: null });
      const pieces = BigInt(timesFactor(order, f.buyingFactor) ?? 0);
      // A suggestion capped at the largest quantity cannot be sufficient.
      if (order === 0 || pieces + BigInt(f.buyingFactor) > BigInt(maxQuantity)) return;
      if (order + 1000 > maxQuantity) return;
      const enough = (bought: bigint) => {
        const { here, byDemand, isLow } = expectedOrder(f);
        const rule = BigInt(f.reorderQuantity ?? 0);
        // In 1 / windowDays of a thousandth: two, or what sells in the days to cover where nothing else says how many.
        const sold = f.reorderQuantity === null ? BigInt(Math.max(f.demand, 0)) * BigInt(f.coverDays) : 0n;
        const two = 2000n * BigInt(f.windowDays);
        const above = (here + bought - BigInt(f.reorderLevel ?? 0)) * BigInt(f.windowDays);
        return (
          bought * BigInt(f.windowDays) >= byDemand &&
          (!isLow || (bought >= rule && above >= (sold > two ? sold : two)))
        );
      };
      expect(enough(pieces)).toBe(true);
      expect(enough(pieces - BigInt(f.buyingFactor))).toBe(false);
    }),
    runs,
  );
});

test('more stock or more on order never suggests more; more demand or a longer lead time never suggests less', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 90_000 }), (f, more) => {
      const plus = (one: Quantity) => toQuantity(Math.min(one + more, maxQuantity));
      const order = suggestedOrder(f);
      expect(suggestedOrder({ ...f, onHand: plus(f.onHand) })).toBeLessThanOrEqual(order);
      expect(suggestedOrder({ ...f, onOrder: plus(f.onOrder) })).toBeLessThanOrEqual(order);
      expect(suggestedOrder({ ...f, demand: plus(f.demand) })).toBeGreaterThanOrEqual(order);
      expect(suggestedOrder({ ...f, leadDays: f.leadDays + more })).toBeGreaterThanOrEqual(order);
    }),
    runs,
  );
});

test('days left are the whole days that stock lasts; unknown without demand', () => {
  expect(daysLeft({ onHand: q('10'), demand: q('60'), windowDays: 30 })).toBe(5);
  expect(daysLeft({ onHand: q('10'), demand: q('0'), windowDays: 30 })).toBeNull();
  expect(daysLeft({ onHand: q('-1'), demand: q('60'), windowDays: 30 })).toBe(0);
  expect(daysLeft({ onHand: q('-10'), demand: q('60'), windowDays: 30 })).toBe(0);
  expect(demandPerDay(q('1'), 30)).toBe(q('0.033'));
  // More was returned than sold, so there is no demand.
  expect(demandPerDay(q('-3'), 30)).toBe(0);
  fc.assert(
    fc.property(facts, f => {
      const days = daysLeft(f);
      if (days === null || f.onHand <= 0) return;
      const used = (count: number) => BigInt(count) * BigInt(f.demand);
      const there = BigInt(f.onHand) * BigInt(f.windowDays);
      expect(used(days) <= there && used(days + 1) > there).toBe(true);
    }),
    runs,
  );
});

test('a minimum in boxes also applies to a line in pieces', () => {
  expect(minimumInUnit(q('2'), q('12'), q('1'))).toBe(q('24'));
  expect(minimumInUnit(q('2'), q('12'), q('12'))).toBe(q('2'));
  expect(minimumInUnit(q('1'), q('1'), q('3'))).toBe(q('0.334'));
  // Twice the largest quantity is capped.
  expect(minimumInUnit(toQuantity(maxQuantity), q('2'), q('1'))).toBe(maxQuantity);
  expect(isBelowMinimum(q('1.999'), q('2'))).toBe(true);
  expect(isBelowMinimum(q('2'), q('2'))).toBe(false);
  expect(isBelowMinimum(q('0.001'), null)).toBe(false);
});

test('4.13 the lead time is the one entered, else the one measured, else seven days; none is as good as zero', () => {
  const known = (lead_time_days: number | null, measured_lead_days: number | null) =>
    leadTimeOf({ lead_time_days, measured_lead_days });
  expect(known(3, 21)).toEqual({ days: 3, basis: 'entered' });
  expect(known(0, 21)).toEqual({ days: 0, basis: 'entered' });
  expect(known(null, 21)).toEqual({ days: 21, basis: 'measured' });
  expect(known(null, 0)).toEqual({ days: 0, basis: 'measured' });
  expect(known(null, null)).toEqual({ days: 7, basis: 'assumed' });
  expect(leadTimeOf(undefined)).toEqual({ days: 7, basis: 'assumed' });
});
