import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigit } from './barcode';
import { barsOf, code128Check, code128Values } from './bars';

const modulesOf = (code: string) =>
  barsOf(code)
    ?.runs.map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(width))
    .join('');

test('EAN-13, EAN-8 and UPC-A are encoded as their standard requires', () => {
  // The example in the EAN-13 standard, set by set.
  expect(modulesOf('4003994155486')).toBe(
    '101' +
      ['0001101', '0100111', '0111101', '0001011', '0010111', '0011101'].join('') +
      '01010' +
      ['1100110', '1001110', '1001110', '1011100', '1001000', '1010000'].join('') +
      '101',
  );
  expect(modulesOf('55123457')).toBe('1010110001011000100110010010011010101000010101110010011101000100101');
  expect(modulesOf('036000291452')).toBe(modulesOf('0036000291452'));
  expect(barsOf('4003994155486')).toMatchObject({ symbology: 'EAN-13', modules: 113, quietLeft: 11 });
  expect(barsOf('55123457')).toMatchObject({ symbology: 'EAN-8', modules: 81 });
});

test('Code 128 has its check character, and pairs of digits where they save space', () => {
  expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35]);
  expect(code128Check(code128Values('PJJ123C'))).toBe(55);
  expect(code128Values('12345678')).toEqual([105, 12, 34, 56, 78]);
  expect(code128Values('12345')).toEqual([105, 12, 34, 100, 21]);
  expect(code128Values('AB123456')).toEqual([104, 33, 34, 99, 12, 34, 56]);
  expect(barsOf('PJJ123C')?.modules).toBe((8 + 1) * 11 + 13 + 20);
});

test('a code with a wrong check digit is an internal barcode; an unprintable code is not encoded', () => {
  expect(barsOf('4003994155487')?.symbology).toBe('Code 128');
  expect(barsOf('')).toBeNull();
  expect(barsOf('Café')).toBeNull();
});

const seed = 20_261_121;

/** Decodes Code 128 from its runs only. */
function readBack(code: string): string {
  const values = code128Values(code);
  let set = values[0] === 105 ? 'C' : 'B';
  let text = '';
  for (const value of values.slice(1)) {
    if (set === 'C' && value === 100) set = 'B';
    else if (set === 'B' && value === 99) set = 'C';
    else text += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return text;
}

test(`any code reads back as it was (1,000 cases, seed ${seed})`, () => {
  const anyCode = fc.oneof(
    fc.stringMatching(/^[!-~]{1,48}$/),
    fc.stringMatching(/^[A-Z]{0,3}\d{1,20}[A-Z]?\d{0,8}$/).filter(code => code !== ''),
  );
  fc.assert(
    fc.property(anyCode, code => {
      expect(readBack(code)).toBe(code);
      const bars = barsOf(code);
      expect(bars?.runs.length).toBeGreaterThan(20);
      expect(bars?.runs.every(width => width >= 1 && width <= 4)).toBe(true);
    }),
    { numRuns: 1000, seed },
  );
});

test(`every EAN-13 has 95 modules in 59 runs (1,000 cases, seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{12}$/), digits => {
      const bars = barsOf(digits + checkDigit(digits));
      expect([bars?.modules, bars?.runs.length]).toEqual([113, 59]);
    }),
    { numRuns: 1000, seed },
  );
});
