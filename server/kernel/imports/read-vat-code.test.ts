import { expect, test } from 'vitest';
import { readVatCode } from './read-vat-code';

test.each([
  ['20%', 'S'],
  ['0.2', 'S'],
  ['0.20', 'S'],
  ['.2', 'S'],
  ['5%', 'R'],
  ['0.05', 'R'],
  ['0%', 'Z'],
  ['0.00', 'Z'],
])('V1 a rate of %s is read as %s', (text, code) => {
  expect(readVatCode(text)).toEqual({ value: code });
});

test.each(['0.5', '0.02', '2', '0.21', '17.5%'])('V1 %s is no rate of VAT', text => {
  expect(readVatCode(text)).toEqual({ problem: 'Enter a VAT code: S, R, Z, E or O.' });
});
