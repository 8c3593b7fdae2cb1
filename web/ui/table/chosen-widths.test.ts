import { expect, test } from 'vitest';
import { withWidth } from './chosen-widths';
import { chosenWidth } from './data-table-widths';

const name = { header: 'Name' };
const status = { header: 'Order Status' };

test('a width is written as it is read, within bounds, and the widths of other columns stay (audit 14, item 8)', () => {
  const one = withWidth(undefined, name, 260.4);
  expect(one).toBe('name~260');
  const two = withWidth(one, status, 5_000);
  expect(two).toBe('name~260.order-status~900');
  expect([chosenWidth(two, name), chosenWidth(two, status)]).toEqual([260, 900]);
  expect(withWidth(two, name, 3)).toBe('order-status~900.name~50');
  expect(withWidth(one, name, null)).toBeUndefined();
});

test('whatever is not the width of the column is ignored (audit 14, item 8)', () => {
  for (const text of ['', 'name', 'name~', 'name~wide', 'name~1234', 'long-name~300', 'status~300', '..~300'])
    expect(chosenWidth(text, name), text).toBeUndefined();
  expect(chosenWidth('status~80.name~300', name)).toBe(300);
  expect(chosenWidth('name~0', name)).toBe(50);
});
