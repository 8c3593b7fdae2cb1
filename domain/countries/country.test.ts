import { expect, test } from 'vitest';
import { countryCode, countryName, countryOf, countryOptions } from './country';
import { isExport, vatByCountry } from './vat-by-country';

test('F61 countries have English names, the United Kingdom first and the others by name', () => {
  const options = countryOptions();
  expect(options[0]).toEqual({ value: 'GB', label: 'United Kingdom' });
  expect(options.find(({ value }) => value === 'CI')?.label).toMatch(/^Côte d.Ivoire$/);
  expect(new Set(options.map(({ value }) => value)).size).toBe(249);
  // A name unknown to the platform would be the code itself.
  expect(options.filter(({ value, label }) => value === label)).toEqual([]);
  expect(countryName('IM')).toBe('Isle of Man');
});

test.each([
  ['GB', 'GB'],
  ['gb', 'GB'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['Northern Ireland', 'GB'],
  ['EIRE', 'IE'],
  ['RSA', 'ZA'],
  ['USA', 'US'],
  ['United Arab Emirates', 'AE'],
  ['The Netherlands', 'NL'],
  ['Czech Republic', 'CZ'],
  ['Hong Kong', 'HK'],
  ['Jersey', 'JE'],
  ['Channel Islands', null],
  ['European Community', null],
  ['Unspecified', null],
  ['', null],
  ['XX', null],
  ['__proto__', null],
  ['constructor', null],
])('F61 %j in a file means %j', (text, expected) => {
  expect(countryOf(text)).toBe(expected);
});

test('F61 a form accepts a code in any letter case and nothing else', () => {
  expect(countryCode.parse(' fr ')).toBe('FR');
  expect(countryCode.safeParse('ZZ').success).toBe(false);
  expect(countryCode.safeParse('').error?.issues[0]?.message).toBe('Choose a country from the list.');
});

test('F61 V28 goods that leave the UK and the Isle of Man are zero-rated; the Channel Islands are abroad', () => {
  expect(['GB', 'IM', 'JE', 'GG', 'IE', 'FR', 'US'].map(isExport)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  const standard = { vatCode: 'S', rate: 2000 } as const;
  expect(vatByCountry(standard, 'GB')).toEqual(standard);
  expect(vatByCountry(standard, 'IM')).toEqual(standard);
  expect(vatByCountry(standard, 'FR')).toEqual({ vatCode: 'Z', rate: 0 });
  expect(vatByCountry({ vatCode: 'E', rate: 0 }, 'FR')).toEqual({ vatCode: 'Z', rate: 0 });
  expect(vatByCountry({ vatCode: 'O', rate: 0 }, 'FR')).toEqual({ vatCode: 'O', rate: 0 });
});
