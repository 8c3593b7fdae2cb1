import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { avoidedWords, textsOfSource } from '../../scripts/lib/plain-words.mjs';

type Words = Parameters<typeof avoidedWords>[0];
const list: Words = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'words-to-avoid.json'), 'utf8'),
);
const find = avoidedWords(list);
const wordsIn = (source: string) =>
  textsOfSource('page.tsx', source).flatMap(({ text }) => find(text).map(({ word }) => word));

describe('words that the glossary says not to use', () => {
  test('are found in strings, templates, JSX and the texts of SQL', () => {
    expect(wordsIn("const label = 'Send an e-mail';")).toEqual(['e-mail']);
    expect(wordsIn('const text = `${count} stock-takes`;')).toEqual(['stock-takes']);
    expect(wordsIn('const page = <p>Ask\n  Whoever is there</p>;')).toEqual(['Whoever']);
    expect(wordsIn('const field = <Field label="dearer" />;')).toEqual(['dearer']);
    expect(wordsIn("const query = sql`select cart, 'parked sale' as what -- nobody`;")).toEqual([
      'parked sale',
    ]);
  });

  test('are allowed in names, comments, search keywords and texts that need them', () => {
    expect(wordsIn("const kind = 'cart'; // nobody")).toEqual([]);
    expect(wordsIn("const section = { also: 'smtp e-mail outgoing' };")).toEqual([]);
    expect(list.allowed.flatMap(({ text }) => find(text))).toEqual([]);
  });

  test('each have a word to use instead, and are listed once in lower case', () => {
    const all = list.words.flatMap(({ avoid }) => avoid);
    expect(all).toEqual(all.map(word => word.toLowerCase()));
    expect(new Set(all).size).toBe(all.length);
    expect(list.words.filter(({ use }) => use.trim() === '')).toEqual([]);
  });
});
