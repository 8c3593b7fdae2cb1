import { expect, test } from 'vitest';
import { timeFromText } from './typed-time';

test('F85 a time is parsed as typed in Britain, and nothing else is accepted', () => {
  for (const typed of ['9:05', '09:05', '09.05', '905', '0905', ' 9:05 '])
    expect(timeFromText(typed)).toBe('09:05');
  expect(timeFromText('23:59')).toBe('23:59');
  for (const typed of ['', '9', '24:00', '9:60', '9:5', 'noon', '-1:00'])
    expect(timeFromText(typed)).toBeNull();
});
