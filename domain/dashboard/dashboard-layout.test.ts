import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DashboardLayout, moved, completeLayout, widgets, withShown } from './dashboard-layout';

const everyOne = ({ shown, hidden }: DashboardLayout) => [...shown, ...hidden].toSorted();
const all = [...widgets].toSorted();

test('for any stored layout, each card is shown or hidden exactly once', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.array(fc.constantFrom(...widgets, 'gone')),
      fc.array(fc.constantFrom(...widgets)),
      (junk, shown, hidden) => {
        expect(everyOne(completeLayout(junk))).toEqual(all);
        expect(everyOne(completeLayout({ shown, hidden }))).toEqual(all);
      },
    ),
    { numRuns: 1000 },
  );
});

test('cards move one place at a time and stop at either end', () => {
  const layout = completeLayout({
    shown: ['activity', 'trade', 'todo'],
    hidden: ['takings', 'suppliers', 'owed_most'],
  });
  expect(moved(layout, 'todo', -1).shown).toEqual(['activity', 'todo', 'trade']);
  expect(moved(layout, 'activity', -1)).toEqual(layout);
  expect(moved(layout, 'todo', 1)).toEqual(layout);
  expect(moved(layout, 'takings', 1)).toEqual(layout);
});

test('a card shown again comes last; hiding and showing loses none', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...widgets), fc.boolean())), changes => {
      let layout = completeLayout(null);
      for (const [name, isShown] of changes) {
        layout = withShown(layout, name, isShown);
        expect(layout[isShown ? 'shown' : 'hidden'].at(-1)).toBe(name);
      }
      expect(everyOne(layout)).toEqual(all);
    }),
    { numRuns: 1000 },
  );
});
