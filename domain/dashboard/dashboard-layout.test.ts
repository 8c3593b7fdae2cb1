import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  completeLayout,
  type DashboardLayout,
  dashboardLayout,
  defaultLayout,
  isDefaultLayout,
  moved,
  placedAt,
  visibleCards,
  widgets,
  withShown,
} from './dashboard-layout';

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

const arranged: DashboardLayout = {
  shown: ['activity', 'trade', 'todo'],
  hidden: ['hours', 'money_ahead', 'takings', 'suppliers', 'owed_most'],
};

test('cards move one place at a time and stop at either end', () => {
  expect(moved(arranged, 'todo', -1, widgets).shown).toEqual(['activity', 'todo', 'trade']);
  expect(moved(arranged, 'activity', 1, widgets).shown).toEqual(['trade', 'activity', 'todo']);
  expect(moved(arranged, 'activity', -1, widgets)).toEqual(arranged);
  expect(moved(arranged, 'todo', 1, widgets)).toEqual(arranged);
  expect(moved(arranged, 'takings', 1, widgets)).toEqual(arranged);
});

test('a card goes to any place, and past those that the user may not see', () => {
  expect(placedAt(arranged, 'todo', 0, widgets).shown).toEqual(['todo', 'activity', 'trade']);
  expect(placedAt(arranged, 'activity', 2, widgets).shown).toEqual(['trade', 'todo', 'activity']);
  expect(placedAt(arranged, 'activity', 99, widgets).shown).toEqual(['trade', 'todo', 'activity']);
  // Without permission for the card between them, one step passes it.
  expect(moved(arranged, 'todo', -1, ['activity', 'todo']).shown).toEqual(['todo', 'activity', 'trade']);
});

test('a move puts the card where it was asked to go, and leaves the order of all others', () => {
  const names = fc.shuffledSubarray([...widgets]);
  fc.assert(
    fc.property(names, names, fc.nat(9), fc.nat(9), (shown, available, which, place) => {
      const layout = completeLayout({ shown, hidden: widgets.filter(name => !shown.includes(name)) });
      const visible = visibleCards(layout, available);
      const name = visible[which % Math.max(1, visible.length)];
      if (name === undefined) return;
      const after = placedAt(layout, name, place, available);
      expect(visibleCards(after, available).indexOf(name)).toBe(Math.min(place, visible.length - 1));
      const others = ({ shown: order }: DashboardLayout) => order.filter(other => other !== name);
      expect(others(after)).toEqual(others(layout));
      expect(everyOne(after)).toEqual(all);
    }),
    { numRuns: 1000 },
  );
});

test('without an arrangement the layout is the default', () => {
  expect(completeLayout(null)).toEqual(defaultLayout);
  expect(isDefaultLayout(defaultLayout)).toBe(true);
  expect(isDefaultLayout(moved(defaultLayout, 'todo', -1, widgets))).toBe(false);
  expect(isDefaultLayout(withShown(defaultLayout, 'activity', false))).toBe(false);
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

test('a stored order is kept, shown before hidden; cards that are new come last and those that are gone are dropped', () => {
  const { shown, hidden } = completeLayout({
    shown: ['activity', 'gone', 'trade', 'activity'],
    hidden: ['stock', 'trade', 'stock'],
  });
  expect(hidden).toEqual(['stock']);
  expect(shown.slice(0, 2)).toEqual(['activity', 'trade']);
  expect(shown.slice(2)).toEqual(widgets.filter(name => !['activity', 'trade', 'stock'].includes(name)));
  // What cannot be read is replaced by itself: the hidden ones are kept.
  expect(completeLayout({ shown: 7, hidden: ['stock'] }).hidden).toEqual(['stock']);
});

test('a layout that lists a card twice is refused', () => {
  const accepts = (layout: object) => dashboardLayout.safeParse(layout).success;
  expect(accepts({ shown: ['trade', 'todo'], hidden: ['stock'] })).toBe(true);
  expect(accepts({ shown: ['trade', 'trade'], hidden: [] })).toBe(false);
  expect(accepts({ shown: [], hidden: ['stock', 'stock'] })).toBe(false);
});
