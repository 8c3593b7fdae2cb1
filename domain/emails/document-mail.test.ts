import { expect, test } from 'vitest';
import * as z from 'zod';
import { documentMail } from './document-mail';
import { knowing } from './merge-fields';

const copiesOf = (text: string | null | undefined) => {
  const { data, error } = documentMail.cc.safeParse(text);
  return data ?? error?.issues.map(({ message }) => message);
};
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@shop.example`);

test('copies are separated by commas, semicolons or spaces, and go to each address once', () => {
  expect(copiesOf('ann@shop.example, bob@shop.example;  cy@shop.example\ndee@shop.example')).toEqual([
    'ann@shop.example',
    'bob@shop.example',
    'cy@shop.example',
    'dee@shop.example',
  ]);
  expect(copiesOf('ann@shop.example ANN@shop.example')).toEqual(['ANN@shop.example']);
  expect([copiesOf(''), copiesOf(' , '), copiesOf(null), copiesOf(undefined)]).toEqual([[], [], [], []]);
});

test('what is not an address is named, and there are at most ten copies', () => {
  expect(copiesOf('ann@shop.example, bob')).toEqual([
    '“bob” is not an email address. Separate several addresses with commas.',
  ]);
  expect(copiesOf(addresses(10).join(','))).toEqual(addresses(10));
  expect(copiesOf(addresses(11).join(','))).toEqual(['Enter at most 10 addresses in Cc.']);
  expect(copiesOf('a'.repeat(3001))?.[0]).toBe('Enter at most 10 addresses in Cc.');
});

test('a text may only have the placeholders of its email; another is named with those there are', () => {
  const text = z
    .string()
    .nullish()
    .superRefine(knowing({ name: 'Name', number: 'Number', due: 'Due date' }));
  const problemOf = (value: string | null) => text.safeParse(value).error?.issues[0]?.message ?? null;
  expect([null, '', 'Dear {{name}}, {{ due }} {name}'].map(problemOf)).toEqual([null, null, null]);
  expect(problemOf('{{name}} {{ total }} {{sum}}')).toBe(
    '{{total}} is not a placeholder. Use {{name}}, {{number}} or {{due}}.',
  );
  expect(problemOf('{{constructor}}')).toMatch(/^\{\{constructor\}\} is not a placeholder/);
  expect(problemOf('{{}}')).toMatch(/^\{\{\}\} is not a placeholder/);
});
