import { expect, test } from 'vitest';
import { inAnyScript } from './any-script';

const fontsOf = (text: string) => {
  const runs = inAnyScript(text);
  return typeof runs === 'string' ? 'Roboto' : runs.map(run => run.font).join(' ');
};

test.each(['£1,234.50 − £0.05', 'Zoë & Łukasz', 'Ελλάδα', 'Привет', 'two\nlines', ''])(
  '%j is drawn by the first font and stays one text',
  text => {
    expect(inAnyScript(text)).toBe(text);
  },
);

test.each([
  ['עברית', 'DejaVu'],
  ['العربية', 'DejaVu'],
  ['ქართული', 'DejaVu'],
  ['株式会社', 'Droid'],
  ['中华人民共和国', 'Droid'],
  ['臺灣', 'Droid'],
  ['한국', 'Droid'],
  ['ไทย', 'Unifont'],
  ['हिन्दी', 'Unifont'],
])('%s is drawn by %s', (text, font) => {
  expect(inAnyScript(text)).toEqual([{ text, font }]);
});

test('a mixed text is split where the font changes, and nothing is lost', () => {
  const text = 'Müller 株式会社 (Tokyo) – עברית 5';
  const runs = inAnyScript(text);
  expect(Array.isArray(runs) && runs.map(run => run.text).join('')).toBe(text);
  expect(fontsOf(text)).toBe('Roboto Droid Roboto DejaVu Roboto');
});

test('a letter and its marks stay in one font, composed where possible', () => {
  expect(inAnyScript('Zoe\u0308')).toBe('Zoë');
  expect(inAnyScript('abx\u0331 c')).toEqual([
    { text: 'ab', font: 'Roboto' },
    { text: 'x\u0331 ', font: 'DejaVu' },
    { text: 'c', font: 'Roboto' },
  ]);
});

test('control characters, direction overrides and half characters cannot reach the page', () => {
  expect(inAnyScript('a\u0000b\u202ec\u2066d\ufeff\te\r\nf\u2028g')).toBe('abcd e\nf\ng');
  expect(inAnyScript('\ud800')).toBe('\ufffd');
});

test('a character that no font has is shown as a replacement, and its neighbours stay', () => {
  const runs = inAnyScript('a\u{10fffd}b');
  expect(Array.isArray(runs) && runs.map(run => run.text).join('')).toBe('a\ufffdb');
});
