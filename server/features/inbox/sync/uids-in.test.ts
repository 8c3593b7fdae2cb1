import { expect, test } from 'vitest';
import { uidsIn } from './uids-in';

test('reads numbers and ranges of messages, and nothing else', () => {
  expect(uidsIn('4')).toEqual([4]);
  expect(uidsIn('1:3,7,12:10')).toEqual([1, 2, 3, 7, 10, 11, 12]);
  for (const wrong of ['', '1:*', '0:4', '1,,2', '1:4294967295', '5:x'])
    expect(() => uidsIn(wrong), wrong).toThrow('The mail server');
});
