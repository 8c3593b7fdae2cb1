import * as z from 'zod';
import { countryCodes } from './country-codes';

/** An ISO 3166-1 code, such as `GB`. */
export type CountryCode = string;

export const homeCountry: CountryCode = 'GB';

const known: ReadonlySet<string> = new Set(countryCodes);
const names = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });

/** The English name of a country: "United Kingdom", "France". */
export const countryName = (code: CountryCode): string => names.of(code) ?? code;

export const countryCode = z
  .string('Choose a country.')
  .trim()
  .toUpperCase()
  .refine(code => known.has(code), 'Choose a country from the list.');

/** A country; null when the field is blank. */
export const optionalCountry = z
  .union([z.literal(''), countryCode])
  .nullish()
  .transform(code => code || null);

export type CountryOption = { readonly value: CountryCode; readonly label: string };

/** Every country for a field: the United Kingdom first, the others by name. */
export const countryOptions = (): CountryOption[] => {
  const options = countryCodes.map(value => ({ value, label: countryName(value) }));
  const first = options.filter(({ value }) => value === homeCountry);
  const others = options.filter(({ value }) => value !== homeCountry);
  return [...first, ...others.sort((a, b) => a.label.localeCompare(b.label, 'en-GB'))];
};

/** Letters only, without accents and articles, so that "The Netherlands" and "NETHERLANDS" match. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')
    .replace(/^the/, '');

/** Other names that spreadsheets and web shops use for countries. */
const otherNames: Readonly<Record<string, CountryCode>> = {
  uk: 'GB',
  greatbritain: 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  eire: 'IE',
  republicofireland: 'IE',
  irishrepublic: 'IE',
  holland: 'NL',
  usa: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  uae: 'AE',
  rsa: 'ZA',
  korea: 'KR',
  republicofkorea: 'KR',
  russianfederation: 'RU',
  czechrepublic: 'CZ',
  turkey: 'TR',
  macedonia: 'MK',
  burma: 'MM',
  ivorycoast: 'CI',
  hongkong: 'HK',
  macau: 'MO',
  macao: 'MO',
  vietnam: 'VN',
  vatican: 'VA',
};

let byName: ReadonlyMap<string, CountryCode> | undefined;

/**
 * The country meant by a code, its English name or another common name. Null for anything else, such as "Unspecified",
 * "European Community" or "Channel Islands" (Jersey or Guernsey).
 */
export function countryOf(text: string): CountryCode | null {
  const code = text.trim().toUpperCase();
  if (known.has(code)) return code;
  byName ??= new Map(countryCodes.map(listed => [plain(countryName(listed)), listed]));
  const name = plain(text);
  return byName.get(name) ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null);
}
