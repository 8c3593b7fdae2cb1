import { isGtin } from './barcode';

/**
 * A barcode to draw: widths of bars and spaces in turn, starting with a bar, in modules, with the quiet
 * zones.
 */
export type Bars = {
  readonly symbology: 'EAN-13' | 'EAN-8' | 'Code 128';
  readonly runs: readonly number[];
  /** The full width in modules, quiet zones included. */
  readonly modules: number;
  readonly quietLeft: number;
  /** The narrowest module that common scanners read, in hundredths of a millimetre. */
  readonly smallestModule: number;
};

/** Encodes a code: GTINs as EAN, other printable codes as Code 128; null when neither is possible. */
export function barsOf(code: string): Bars | null {
  if (isGtin(code) && code.length === 8) return ean8(code);
  if (isGtin(code) && code.length === 13) return ean13(code);
  // A UPC-A is an EAN-13 that begins with a zero.
  if (isGtin(code) && code.length === 12) return ean13(`0${code}`);
  return /^[ -~]{1,80}$/.test(code) ? code128(code) : null;
}

/** Sets of seven modules for a digit: L has odd parity, G is R read backwards, R is L with the colours changed. */
const digitsL = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const digitsR = digitsL.map(set => set.replaceAll(/\d/g, module => (module === '0' ? '1' : '0')));
const digitsG = digitsR.map(set => Array.from(set).reverse().join(''));

/** The first digit of an EAN-13 is not drawn; it shows in which sets the next six are. */
const paritySets = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');
const guard = '101';
const middle = '01010';

const drawn = (digits: string, sets: readonly string[]) =>
  Array.from(digits, digit => sets[Number(digit)] ?? '').join('');

function ean13(code: string): Bars {
  const parity = paritySets[Number(code[0])] ?? '';
  const left = Array.from(parity, (set, index) =>
    drawn(code[index + 1] ?? '', set === 'L' ? digitsL : digitsG),
  ).join('');
  return ean('EAN-13', guard + left + middle + drawn(code.slice(7), digitsR) + guard, 11);
}

const ean8 = (code: string): Bars =>
  ean('EAN-8', guard + drawn(code.slice(0, 4), digitsL) + middle + drawn(code.slice(4), digitsR) + guard, 7);

const ean = (symbology: 'EAN-13' | 'EAN-8', modules: string, quietLeft: number): Bars => ({
  symbology,
  runs: Array.from(modules.matchAll(/0+|1+/g), ([run]) => run.length),
  modules: quietLeft + modules.length + 7,
  quietLeft,
  smallestModule: 25,
});

/** The widths of the 107 characters of Code 128, the stop last. */
const patterns =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/);
const startB = 104;
const startC = 105;
const toC = 99;
const toB = 100;
const stop = 106;

function code128(text: string): Bars {
  const values = code128Values(text);
  const runs = [...values, code128Check(values), stop].flatMap(value =>
    Array.from(patterns[value] ?? '', Number),
  );
  return {
    symbology: 'Code 128',
    runs,
    modules: runs.reduce((sum, width) => sum + width, 0) + 20,
    quietLeft: 10,
    smallestModule: 19,
  };
}

/** The values of a text, its start first: set C for runs of digits, two at a time, set B for everything else. */
export function code128Values(text: string): number[] {
  const digitsFrom = (at: number) => /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
  let inC = digitsFrom(0) >= 4;
  const values = [inC ? startC : startB];
  for (let at = 0; at < text.length; ) {
    const digits = digitsFrom(at);
    if (inC && digits >= 2) {
      values.push(Number(text.slice(at, at + 2)));
      at += 2;
    } else if (inC) {
      values.push(toB);
      inC = false;
    } else if (digits % 2 === 0 && (digits >= 6 || (digits >= 4 && at + digits === text.length))) {
      values.push(toC);
      inC = true;
    } else {
      values.push(text.charCodeAt(at) - 32);
      at += 1;
    }
  }
  return values;
}

/** Each value times its place, the start counted once, modulo 103. */
export const code128Check = (values: readonly number[]): number =>
  values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103;
