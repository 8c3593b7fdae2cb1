import { expect, test } from 'vitest';
import { accountNumber, iban, ibanWords, sortCode } from './bank-account';

const problemOf = (field: typeof iban, text: string) =>
  field.safeParse(text).error?.issues[0]?.message ?? null;

test('a sort code has six digits, with any separators, and is kept as banks write it', () => {
  expect(['201196', '20-11-96', '20 11 96'].map(text => sortCode.parse(text))).toEqual([
    '20-11-96',
    '20-11-96',
    '20-11-96',
  ]);
  for (const text of ['20119', '2011967', '20119a', 'a201196', '20.11.96'])
    expect(problemOf(sortCode, text)).toBe('Enter a sort code of six digits, such as 20-11-96.');
  expect([sortCode.parse(''), sortCode.parse(null)]).toEqual([null, null]);
});

test('an account number has eight digits; one of seven gets the zero that banks put in front', () => {
  expect(['40112233', '4011 2233', '4011223'].map(text => accountNumber.parse(text))).toEqual([
    '40112233',
    '40112233',
    '04011223',
  ]);
  for (const text of ['401122', '401122334', '4011223x', 'x4011223'])
    expect(problemOf(accountNumber, text)).toBe('Enter an account number of eight digits.');
  expect(accountNumber.parse('')).toBeNull();
});

test('an IBAN has its check digits, and is kept without spaces', () => {
  // The examples of ISO 13616 for the United Kingdom, Germany and Norway, which has the shortest.
  expect(iban.parse('gb29 nwbk 6016 1331 9268 19')).toBe('GB29NWBK60161331926819');
  expect(iban.parse('DE89370400440532013000')).toBe('DE89370400440532013000');
  expect(iban.parse('NO93-8601-1117-947')).toBe('NO9386011117947');
  for (const text of [
    // Two digits swapped; a wrong check; too short; something before or after it.
    'GB29NWBK60161331926891',
    'GB28NWBK60161331926819',
    'GB29NWBK6016',
    '1GB29NWBK60161331926819',
    'GB29NWBK60161331926819!',
    'GBX9NWBK60161331926819',
  ])
    expect(problemOf(iban, text)).toMatch(/^Check the IBAN\./);
  expect(iban.parse('')).toBeNull();
  expect([ibanWords('GB29NWBK60161331926819'), ibanWords('')]).toEqual(['GB29 NWBK 6016 1331 9268 19', '']);
});
