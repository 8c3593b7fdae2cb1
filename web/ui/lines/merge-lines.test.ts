import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LineId, type LineRules, mergeLines, withLine } from './merge-lines';

type Line = { key: string; id?: LineId; item: string; quantity: string };

const rules: LineRules<Line> = {
  isSame: (one, other) => one.item === other.item && one.quantity === other.quantity,
  keepMine: mine => mine,
  nameOf: ({ item }) => item,
  valuesOf: ({ item, quantity }) => [
    ['Item', item],
    ['Quantity', quantity],
  ],
};
const line = (id: number, item: string, quantity: string, key = `k${id}`): Line => ({
  key,
  id,
  item,
  quantity,
});
const added = (key: string, item: string): Line => ({ key, item, quantity: '1' });
/** The keys of the other person's form are others. */
const theirsOf = (lines: readonly Line[]) => lines.map(each => ({ ...each, key: `their ${each.key}` }));
const shown = (lines: readonly Line[]) => lines.map(({ item, quantity }) => `${item} ${quantity}`);

const before = [line(1, 'Cups', '10'), line(2, 'Plates', '20'), line(3, 'Bowls', '30')];

test('F12 lines that one side changed, added or removed are merged, and what the other side did is named', () => {
  const mine = [line(1, 'Cups', '11'), line(2, 'Plates', '20'), line(3, 'Bowls', '30'), added('a', 'Jugs')];
  const theirs = theirsOf([line(1, 'Cups', '10'), line(3, 'Bowls', '33'), line(9, 'Trays', '9')]);
  const merged = mergeLines(before, mine, theirs, rules);
  expect(shown(merged.lines)).toEqual(['Cups 11', 'Bowls 33', 'Trays 9', 'Jugs 1']);
  expect(shown(merged.changed)).toEqual(['Bowls 33']);
  expect(shown(merged.added)).toEqual(['Trays 9']);
  expect(shown(merged.removed)).toEqual(['Plates 20']);
  expect(merged.clashes).toEqual([]);
  // The rows of this form stay its rows.
  expect(merged.lines.map(({ key }) => key)).toEqual(['k1', 'k3', 'their k9', 'a']);
});

test('F12 a line that both changed is a clash, and stays as typed until one is chosen', () => {
  const mine = before.with(1, line(2, 'Plates', '21'));
  const theirs = theirsOf(before.with(1, line(2, 'Plates', '22')));
  const { lines, clashes } = mergeLines(before, mine, theirs, rules);
  expect(shown(lines)).toEqual(['Cups 10', 'Plates 21', 'Bowls 30']);
  expect(clashes).toEqual([
    { key: 'k2', mine: line(2, 'Plates', '21'), theirs: line(2, 'Plates', '22'), after: 'k1' },
  ]);
  const [clash] = clashes;
  if (!clash) throw new Error('There is no clash.');
  const chosen = withLine(lines, clash, clash.theirs);
  expect(shown(chosen)).toEqual(['Cups 10', 'Plates 22', 'Bowls 30']);
  expect(withLine(chosen, clash, clash.mine)).toEqual(lines);
});

test('F12 a line changed here and removed there is a clash; kept, it is a new line, because its id is gone', () => {
  const mine = before.with(1, line(2, 'Plates', '21'));
  const { lines, clashes } = mergeLines(before, mine, theirsOf(before.toSpliced(1, 1)), rules);
  const kept = { key: 'k2', item: 'Plates', quantity: '21' };
  expect(lines[1]).toEqual(kept);
  expect(clashes).toEqual([{ key: 'k2', mine: kept, theirs: null, after: 'k1' }]);
  const [clash] = clashes;
  if (!clash) throw new Error('There is no clash.');
  const without = withLine(lines, clash, clash.theirs);
  expect(shown(without)).toEqual(['Cups 10', 'Bowls 30']);
  expect(withLine(without, clash, clash.mine)).toEqual(lines);
});

test('F12 a line removed here and changed there is a clash; it stays removed until theirs is chosen', () => {
  const theirs = theirsOf(before.with(1, line(2, 'Plates', '22')));
  const { lines, clashes } = mergeLines(before, before.toSpliced(1, 1), theirs, rules);
  expect(shown(lines)).toEqual(['Cups 10', 'Bowls 30']);
  const [clash] = clashes;
  if (!clash) throw new Error('There is no clash.');
  expect(clash.mine).toBeNull();
  const back = withLine(lines, clash, clash.theirs);
  expect(shown(back)).toEqual(['Cups 10', 'Plates 22', 'Bowls 30']);
  expect(withLine(back, clash, clash.mine)).toEqual(lines);
});

test('F12 a line added between two stays between them, and the blank one stays last', () => {
  const mine = [before[0], added('a', 'Jugs'), before[1], before[2], added('blank', '')] as Line[];
  const theirs = theirsOf([...before, line(9, 'Trays', '9'), added('their blank', '')]);
  expect(shown(mergeLines(before, mine, theirs, rules).lines)).toEqual([
    'Cups 10',
    'Jugs 1',
    'Plates 20',
    'Bowls 30',
    'Trays 9',
    ' 1',
  ]);
});

type Touch = 'keep' | 'change' | 'remove';
const touch = fc.constantFrom<Touch>('keep', 'change', 'remove');
const twoEdits = fc.record({
  stored: fc.array(fc.record({ mine: touch, theirs: touch, isAlike: fc.boolean() }), { maxLength: 12 }),
  addedHere: fc.array(fc.nat({ max: 12 }), { maxLength: 4 }),
  addedThere: fc.array(fc.nat({ max: 12 }), { maxLength: 4 }),
});
type TwoEdits = { readonly stored: readonly { mine: Touch; theirs: Touch; isAlike: boolean }[] } & Readonly<
  Record<'addedHere' | 'addedThere', readonly number[]>
>;

/** One side's lines after its edit. */
function edited(
  { stored }: TwoEdits,
  side: 'mine' | 'theirs',
  extra: readonly Line[],
  places: readonly number[],
) {
  const lines = stored.flatMap((touched, at) => {
    const value = touched.isAlike ? 'both' : side;
    if (touched[side] === 'remove') return [];
    return [line(at + 1, `Item ${at + 1}`, touched[side] === 'change' ? value : 'as it was')];
  });
  for (const [nth, place] of places.entries())
    lines.splice(Math.min(place, lines.length), 0, extra[nth] as Line);
  return lines;
}

function sides(edits: TwoEdits) {
  const { addedHere, addedThere } = edits;
  const here = addedHere.map((_, nth) => added(`new ${nth}`, `New ${nth}`));
  const there = addedThere.map((_, nth) => line(100 + nth, `Their new ${nth}`, '1'));
  return {
    begun: edits.stored.map((_, at) => line(at + 1, `Item ${at + 1}`, 'as it was')),
    mine: edited(edits, 'mine', here, addedHere),
    theirs: theirsOf(edited(edits, 'theirs', there, addedThere)),
  };
}

test('F12 merging with an edit that did nothing gives the other edit', () => {
  fc.assert(
    fc.property(twoEdits, edits => {
      const { begun, mine, theirs } = sides(edits);
      const onlyMine = mergeLines(begun, mine, theirsOf(begun), rules);
      expect(onlyMine.lines).toEqual(mine);
      expect([onlyMine.changed, onlyMine.added, onlyMine.removed, onlyMine.clashes]).toEqual([
        [],
        [],
        [],
        [],
      ]);
      const onlyTheirs = mergeLines(begun, begun, theirs, rules);
      expect(shown(onlyTheirs.lines)).toEqual(shown(theirs));
      expect(onlyTheirs.clashes).toEqual([]);
    }),
  );
});

test('F12 no edit is lost, no line is doubled, and only what both changed differently is a clash', () => {
  fc.assert(
    fc.property(twoEdits, edits => {
      const { begun, mine, theirs } = sides(edits);
      const merged = mergeLines(begun, mine, theirs, rules);
      expect(new Set(merged.lines.map(({ key }) => key)).size).toBe(merged.lines.length);
      const itemsOfClashes = merged.clashes.map(clash => (clash.mine ?? clash.theirs)?.item);
      for (const [at, { mine: here, theirs: there, isAlike }] of edits.stored.entries()) {
        const found = merged.lines.filter(({ item }) => item === `Item ${at + 1}`);
        const value = isAlike ? 'both' : 'mine';
        const isClash =
          here !== 'keep' && there !== 'keep' && !(here === there && (here === 'remove' || isAlike));
        expect(itemsOfClashes.includes(`Item ${at + 1}`)).toBe(isClash);
        const kept = here === 'keep' ? there : here;
        const theirValue = isAlike ? 'both' : 'theirs';
        const expected = { keep: ['as it was'], change: [here === 'keep' ? theirValue : value], remove: [] };
        expect(found.map(({ quantity }) => quantity)).toEqual(expected[kept]);
      }
      const isNew = ({ item }: Line) => item.includes('ew ');
      const newItems = [...mine, ...theirs].filter(isNew).map(({ item }) => item);
      expect(
        merged.lines
          .filter(isNew)
          .map(({ item }) => item)
          .toSorted(),
      ).toEqual(newItems.toSorted());
    }),
  );
});

test('F12 merged again with the same edit of the other, nothing more happens', () => {
  fc.assert(
    fc.property(twoEdits, edits => {
      const { begun, mine, theirs } = sides(edits);
      const once = mergeLines(begun, mine, theirs, rules);
      const twice = mergeLines(theirs, once.lines, theirs, rules);
      expect(shown(twice.lines)).toEqual(shown(once.lines));
      expect([twice.changed, twice.added, twice.removed, twice.clashes]).toEqual([[], [], [], []]);
    }),
  );
});

test('F12 lines that I moved keep my order, unless the other person moved them too', () => {
  const moved = [line(3, 'Bowls', '30'), line(1, 'Cups', '10'), line(2, 'Plates', '20')];
  const theirs = theirsOf([...before.with(1, line(2, 'Plates', '22')), line(9, 'Trays', '9')]);
  expect(shown(mergeLines(before, moved, theirs, rules).lines)).toEqual([
    'Bowls 30',
    'Cups 10',
    'Plates 22',
    'Trays 9',
  ]);
  const movedToo = theirsOf([line(2, 'Plates', '20'), line(1, 'Cups', '10'), line(3, 'Bowls', '30')]);
  expect(shown(mergeLines(before, moved, movedToo, rules).lines)).toEqual([
    'Plates 20',
    'Cups 10',
    'Bowls 30',
  ]);
});

test('F12 a line that both added is one line, if its values say which it is', () => {
  const byItem: LineRules<Line> = { ...rules, idOf: ({ item }) => item };
  const mine = [added('a', 'Jugs'), { ...added('b', 'Vases'), quantity: '2' }];
  const theirs: Line[] = [
    { key: 'x', id: 'Jugs', item: 'Jugs', quantity: '1' },
    { key: 'y', id: 'Vases', item: 'Vases', quantity: '3' },
  ];
  const { lines, clashes, added: news } = mergeLines<Line>([], mine, theirs, byItem);
  expect(shown(lines)).toEqual(['Jugs 1', 'Vases 2']);
  expect(news).toEqual([]);
  expect(clashes.map(clash => [clash.key, clash.mine?.quantity, clash.theirs?.quantity])).toEqual([
    ['b', '2', '3'],
  ]);
});
