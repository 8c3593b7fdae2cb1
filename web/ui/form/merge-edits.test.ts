import { expect, test } from 'vitest';
import { mergeEdits } from './merge-edits';

const before = { name: 'Mill Ltd', phone: '1', email: '', tags: ['a'], version: 4 };

test('F12 edits of different fields are both kept, with the version of the record as it is now', () => {
  const mine = { ...before, phone: '2' };
  const theirs = { ...before, email: 'mill@mill.example', tags: ['a', 'b'], version: 5 };
  expect(mergeEdits(before, mine, theirs)).toEqual({
    values: { name: 'Mill Ltd', phone: '2', email: 'mill@mill.example', tags: ['a', 'b'], version: 5 },
    taken: ['email', 'tags'],
    clashes: [],
    lines: [],
  });
});

test('F12 one field with two values is a clash, and stays as typed until one is chosen', () => {
  const merged = mergeEdits(before, { ...before, phone: '2' }, { ...before, phone: '3', version: 5 });
  expect(merged).toEqual({
    values: { ...before, phone: '2', version: 5 },
    taken: [],
    clashes: [{ field: 'phone', mine: '2', theirs: '3' }],
    lines: [],
  });
});

test('F12 the same change made twice, and two kinds of blank, are no difference', () => {
  const theirs = { ...before, name: 'Mill & Co', email: null, version: 5 } as never;
  expect(mergeEdits(before, { ...before, name: 'Mill & Co' }, theirs)).toMatchObject({
    values: { name: 'Mill & Co', email: '' },
    taken: [],
    clashes: [],
  });
});
