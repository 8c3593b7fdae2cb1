import { expect, test } from 'vitest';
import { currentValues } from './current-values';

const initial = { name: 'Mill Ltd', note: 'Old', reason: '', version: 4 };

test('F12 the values of the current row are those of its fields, and what is entered only here stays', () => {
  const row = { id: 9, name: 'Mill & Co', note: null, version: 5 };
  expect(currentValues(initial, row, ['reason'])).toEqual({
    name: 'Mill & Co',
    note: '',
    reason: '',
    version: 5,
  });
});

test('R15 a field that the current row does not have is not taken for unchanged', () => {
  expect(() => currentValues({ ...initial, role_ids: [3, 4] }, initial, ['reason'])).toThrow('role_ids');
});
