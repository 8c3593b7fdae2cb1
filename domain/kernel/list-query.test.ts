import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  asFilterWord,
  isDated,
  maxFilterIds,
  orBlank,
  paging,
  severalCodes,
  severalIds,
  severalIdsOrNone,
  severalOf,
  severalWords,
  storable,
  takesSeveral,
  valuesIn,
} from './list-query';

const read = (filter: z.ZodType, text: unknown) => {
  const { success, data, error } = filter.safeParse(text);
  return success ? data : error.issues[0]?.message;
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('K-02 K-03 a page is a whole number from 1, with ten rows unless up to a thousand are asked for', () => {
  expect([read(paging.page, undefined), read(paging.page, '7'), read(paging.page, '1000000')]).toEqual([
    1, 7, 1_000_000,
  ]);
  expect([read(paging.per_page, undefined), read(paging.per_page, '1000')]).toEqual([10, 1000]);
  for (const text of ['0', '1001', '1.5', '-1', 'x', '1234567890'])
    expect(read(paging.per_page, text)).toBe('Page size must be a whole number from 1 to 1000.');
  for (const text of ['0', '1000001', ' 1', '1 '])
    expect(read(paging.page, text)).toBe('Page must be a whole number from 1 to 1000000.');
});

test('a filter takes several of its choices, each once', () => {
  const status = severalOf(z.enum(['draft', 'sent'], 'Choose draft or sent.'));
  expect([read(status, 'draft'), read(status, 'sent,draft,sent')]).toEqual([['draft'], ['sent', 'draft']]);
  for (const text of ['', 'drafts', 'xdraft', 'draft,', ',draft', 'draft,none'])
    expect(read(status, text)).toBe('Choose draft or sent.');
  expect([takesSeveral(status), takesSeveral(z.string()), takesSeveral(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([valuesIn('a,b'), valuesIn(undefined)]).toEqual([['a', 'b'], []]);
});

test('a filter takes the ids of up to a hundred records, and none where there may be none', () => {
  const ids = severalIds('suppliers');
  expect([read(ids, '3,7,3'), read(ids, numbers(maxFilterIds).join(','))]).toEqual([[3, 7], numbers(100)]);
  for (const text of ['0', '03', '3,', 'x3', 'none', numbers(101).join(',')])
    expect(read(ids, text)).toBe('Enter the ids of at most 100 suppliers, separated by commas.');
  const orNone = severalIdsOrNone('brands');
  expect([read(orNone, 'none'), read(orNone, '4,none,4')]).toEqual([[null], [4, null]]);
  expect(read(orNone, 'nones')).toBe('Enter the ids of at most 100 brands, separated by commas, or none.');
});

test('a filter takes several codes, as their own schema reads them', () => {
  const codes = severalCodes('accounts', z.string().regex(/^\d{4}$/i), '4000');
  expect(read(codes, '4000,5000,4000')).toEqual(['4000', '5000']);
  for (const text of [
    '4000,x',
    '',
    numbers(101)
      .map(n => String(1000 + n))
      .join(','),
  ])
    expect(read(codes, text)).toBe('Enter the codes of at most 100 accounts, separated by commas.');
  const countries = severalCodes('countries', z.string().toUpperCase(), 'GB');
  expect(read(countries, 'gb,GB')).toEqual(['GB']);
  expect(
    read(
      codes,
      numbers(100)
        .map(n => String(1000 + n))
        .join(','),
    ),
  ).toHaveLength(100);
});

test('a filter takes several words of the users, in which commas and percent signs are written otherwise', () => {
  const words = severalWords('departments', 5);
  expect(asFilterWord('5%, x')).toBe('5%25%2C x');
  expect(read(words, `${asFilterWord('a,b%')},c,c`)).toEqual(['a,b%', 'c']);
  expect(read(words, '%252C')).toEqual(['%2C']);
  for (const text of ['', 'a, ', 'toolong', numbers(101).join(',')])
    expect(read(words, text)).toBe(
      'Enter at most 100 departments of at most 5 characters, separated by commas.',
    );
  expect(read(words, numbers(100).join(','))).toHaveLength(100);
});

test('a blank filter is none; others say their own message, and what cannot be stored is refused', () => {
  const filter = orBlank(z.enum(['a', 'b'], 'Choose a or b.'));
  expect([read(filter, ''), read(filter, undefined), read(filter, 'a'), read(filter, 'c')]).toEqual([
    undefined,
    undefined,
    'a',
    'Choose a or b.',
  ]);
  const text = storable(z.string());
  expect(read(text, 'Café')).toBe('Café');
  for (const odd of ['a\u0000', 'a\ud800']) expect(read(text, odd)).toMatch(/^Remove the characters/);
  expect(read(storable(severalWords('tags', 9)), 'a,b\u0000')).toMatch(/^Remove the characters/);
});

test('a list with a first and last day takes relative dates, unless it has periods of its own', () => {
  const day = z.string();
  const dated = (...names: string[]) =>
    isDated({ filters: Object.fromEntries(names.map(name => [name, day])) });
  expect([dated('from', 'to'), dated('from'), dated('to'), dated(), dated('from', 'to', 'period')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
