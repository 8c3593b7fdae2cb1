import { expect, test } from 'vitest';
import { countryCode, countryName, countryOf, countryOptions, optionalCountry } from './country';
import { isExport, isZeroRatedExport, vatByCountry } from './vat-by-country';

test('F61 countries have English names, the United Kingdom first and the others by name', () => {
  const options = countryOptions();
  expect(options[0]).toEqual({ value: 'GB', label: 'United Kingdom' });
  expect(options.find(({ value }) => value === 'CI')?.label).toMatch(/^Côte d.Ivoire$/);
  expect(new Set(options.map(({ value }) => value)).size).toBe(249);
  expect(options.length).toBe(249);
  const labels = options.slice(1).map(({ label }) => label);
  expect(labels.indexOf('Ukraine')).toBe(labels.indexOf('United Arab Emirates') - 1);
  expect([labels[0], labels[1], labels.at(-1)]).toEqual(['Afghanistan', 'Åland Islands', 'Zimbabwe']);
  // A name unknown to the platform would be the code itself.
  expect(options.filter(({ value, label }) => value === label)).toEqual([]);
  expect(countryName('IM')).toBe('Isle of Man');
});

test.each([
  ['GB', 'GB'],
  ['gb', 'GB'],
  [' fr ', 'FR'],
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
  expect(['fr', '', null, undefined].map(code => optionalCountry.parse(code))).toEqual([
    'FR',
    null,
    null,
    null,
  ]);
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

test('F61 V28 a document is a zero-rated export if it went abroad and all of it is zero-rated or outside the scope', () => {
  const exported = (delivery_country: string, ...codes: ('S' | 'R' | 'Z' | 'E' | 'O')[]) =>
    isZeroRatedExport({ delivery_country, by_rate: codes.map(vat_code => ({ vat_code })) });
  expect(exported('FR', 'Z')).toBe(true);
  // A deposit is outside the scope (rule V17), and does not make the goods another supply.
  expect(exported('FR', 'Z', 'O')).toBe(true);
  expect(exported('FR', 'O')).toBe(false);
  // VAT was charged in an imported history (rule V29).
  expect([exported('FR', 'S'), exported('FR', 'S', 'Z')]).toEqual([false, false]);
  expect([exported('GB', 'Z'), exported('IM', 'Z')]).toEqual([false, false]);
});
