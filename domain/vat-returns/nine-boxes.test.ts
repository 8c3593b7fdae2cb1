import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { correctionLimit, canCorrectInReturn } from './adjustments';
import { boxNumbers, dropPence, isEnteredBox, isReclaim, nineBoxes, type VatSum } from './nine-boxes';

const runs = { numRuns: 1000, verbose: 1 } as const;
const pence = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }).map(toPence);
const sums = fc.array(
  fc.record({
    direction: fc.constantFrom('output' as const, 'input' as const),
    code: fc.constantFrom('S' as const, 'R' as const, 'Z' as const, 'E' as const, 'O' as const),
    net: pence,
    vat: pence,
  }),
);
const sum = (direction: VatSum['direction'], code: VatSum['code'], net: number, vat: number): VatSum => ({
  direction,
  code,
  net: toPence(net),
  vat: toPence(vat),
});

test('V24 V17 the nine boxes of a quarter, calculated by hand', () => {
  const boxes = nineBoxes([
    sum('output', 'S', 1_000_050, 200_010),
    sum('output', 'R', 20_000, 1_000),
    sum('output', 'Z', 5_099, 0),
    sum('output', 'E', 1_000, 0),
    sum('output', 'O', 99_999_00, 0),
    sum('input', 'S', 300_000, 60_000),
    // A supplier credit note.
    sum('input', 'S', -50_050, -10_010),
    sum('input', 'Z', 7_000, 0),
    sum('input', 'O', 123_456, 0),
  ]);
  expect(boxes).toEqual({
    box_1: 201_010,
    box_2: 0,
    box_3: 201_010,
    box_4: 49_990,
    box_5: 151_020,
    box_6: 1_026_100,
    box_7: 256_900,
    box_8: 0,
    box_9: 0,
  });
  expect(isReclaim(boxes)).toBe(false);
});

test('V17 V18 VAT counts as printed, also on a line outside the scope, whose net is in no box', () => {
  const boxes = nineBoxes([sum('input', 'O', 50_000, 1_250), sum('output', 'O', 80_000, 300)]);
  expect(boxes).toMatchObject({ box_1: 300, box_4: 1_250, box_5: 950, box_6: 0, box_7: 0 });
});

test('V24 boxes 1, 4, 6 and 7 consist of entries; the others are derived or zero', () => {
  expect(boxNumbers.filter(box => isEnteredBox(String(box)))).toEqual([1, 4, 6, 7]);
  expect(isEnteredBox('10')).toBe(false);
});

test('V24 pence are truncated towards zero, for either sign', () => {
  expect([199, 100, 99, 0, -99, -100, -199].map(toPence).map(dropPence)).toEqual([
    100, 100, 0, 0, 0, -100, -100,
  ]);
});

test('V24 box 5 is the absolute difference and shows who pays; boxes 6 to 9 are whole pounds within one of the net', () => {
  fc.assert(
    fc.property(sums, entries => {
      const boxes = nineBoxes(entries);
      expect(boxes.box_3).toBe(boxes.box_1 + boxes.box_2);
      expect(boxes.box_5).toBe(Math.abs(boxes.box_3 - boxes.box_4));
      expect(isReclaim(boxes)).toBe(boxes.box_3 - boxes.box_4 < 0);
      const net = (direction: string) =>
        entries
          .filter(entry => entry.direction === direction && entry.code !== 'O')
          .reduce((all, entry) => all + entry.net, 0);
      for (const [box, exact] of [
        [boxes.box_6, net('output')],
        [boxes.box_7, net('input')],
      ] as const) {
        expect(Math.abs(box % 100)).toBe(0);
        expect(Math.abs(exact) - Math.abs(box)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(exact) - Math.abs(box)).toBeLessThan(100);
        expect(box === 0 || Math.sign(box) === Math.sign(exact)).toBe(true);
      }
    }),
    runs,
  );
});

test('V24 the boxes do not depend on the order or split of the entries, and opposite entries cancel out', () => {
  fc.assert(
    fc.property(sums, entries => {
      expect(nineBoxes(entries.toReversed())).toEqual(nineBoxes(entries));
      const undone = entries.map(entry => ({
        ...entry,
        net: toPence(0 - entry.net),
        vat: toPence(0 - entry.vat),
      }));
      const boxes = nineBoxes([...entries, ...undone]);
      expect(Object.values(boxes).every(box => Math.abs(box) === 0)).toBe(true);
    }),
    runs,
  );
});

test('V25 an error of £10,000, or of 1% of box 6 up to £50,000, is corrected in the return', () => {
  const limit = (box6: number) => correctionLimit(toPence(box6));
  expect([limit(-5_00), limit(0), limit(1_000_000_00), limit(1_000_001_00)]).toEqual([
    1_000_000, 1_000_000, 1_000_000, 1_000_001,
  ]);
  expect([limit(4_999_999_00), limit(5_000_000_00), limit(9_999_999_00)]).toEqual([
    4_999_999, 5_000_000, 5_000_000,
  ]);
  expect(canCorrectInReturn(toPence(-1_000_000), toPence(0))).toBe(true);
  expect(canCorrectInReturn(toPence(-1_000_001), toPence(0))).toBe(false);
});
