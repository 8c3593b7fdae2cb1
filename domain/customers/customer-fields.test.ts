import { expect, test } from 'vitest';
import * as z from 'zod';
import { refuseContradictions, tag, tags } from './customer-fields';

const problemsOf = (values: Parameters<typeof refuseContradictions>[0]) => {
  const checked = z.custom<typeof values>().superRefine(refuseContradictions).safeParse(values);
  return checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
};

test('tags are in lower case, each once and in order; a comma or semicolon would separate two', () => {
  expect(tag.parse(' Trade ')).toBe('trade');
  expect(['a,b', 'a;b', 'a b'].map(text => tag.safeParse(text).success)).toEqual([false, false, true]);
  expect(tag.safeParse('a,b').error?.issues[0]?.message).toBe('A tag cannot contain a comma or a semicolon.');
  expect(tags.parse(['VIP', 'trade', 'vip', 'Cash'])).toEqual(['cash', 'trade', 'vip']);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  expect([tags.safeParse(numbered(30)).success, tags.safeParse(numbered(31)).success]).toEqual([true, false]);
});

test('only a company has a contact person', () => {
  expect(problemsOf({ kind: 'person', contact_person: 'Ann' })).toEqual([
    ['contact_person', 'Only a company has a contact person. Set the kind to Company, or leave this blank.'],
  ]);
  expect(problemsOf({ kind: 'company', contact_person: 'Ann' })).toEqual([]);
  expect(problemsOf({ kind: 'person', contact_person: null })).toEqual([]);
});

test('a delivery postcode or country needs the delivery address', () => {
  const country = 'Enter the delivery address too, or leave its country blank.';
  const postcode = 'Enter the delivery address too, or leave its postcode blank.';
  expect(problemsOf({ kind: 'person', delivery_country: 'FR' })).toEqual([['delivery_address', country]]);
  expect(problemsOf({ kind: 'person', delivery_postcode: 'BS1 4DJ' })).toEqual([
    ['delivery_address', postcode],
  ]);
  // One message for the one field to fill in.
  expect(problemsOf({ kind: 'person', delivery_country: 'FR', delivery_postcode: '75001' })).toEqual([
    ['delivery_address', country],
  ]);
  const address = { kind: 'person', delivery_address: '1 Rue Basse' } as const;
  expect(problemsOf({ ...address, delivery_country: 'FR', delivery_postcode: '75001' })).toEqual([]);
  expect(problemsOf(address)).toEqual([]);
});
