import { expect, test } from 'vitest';
import { findSettings } from './find-settings';

const sections = [
  { title: 'Company', about: 'Name and numbers', also: 'firm private', fields: ['Company number', 'Phone'] },
  { title: 'VAT', about: 'Registration', also: 'tax hmrc', fields: ['VAT rates', 'VAT periods'] },
  { title: 'Numbers', about: 'Prefixes', also: 'series', fields: [] },
];
const found = (text: string) =>
  findSettings(sections, text).map(({ section, field }) =>
    field ? `${section.title}: ${field}` : section.title,
  );

test.each([
  ['vat', ['VAT', 'VAT: VAT rates', 'VAT: VAT periods']],
  ['company num', ['Company: Company number', 'Company']],
  ['num', ['Numbers', 'Company: Company number', 'Company']],
  ['HMRC', ['VAT']],
  ['phone', ['Company: Phone']],
  ['company phone', ['Company: Phone']],
  ['vat phone', []],
  ['  ', []],
])('%s finds exact names first, then related settings', (text, expected) => {
  expect(found(text)).toEqual(expected);
});
