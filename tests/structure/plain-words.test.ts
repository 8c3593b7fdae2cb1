import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { avoidedInName, avoidedWords, namesIn, textsOfSource } from '../../scripts/lib/plain-words.mjs';

type Words = Parameters<typeof avoidedWords>[0] & Parameters<typeof avoidedInName>[0];
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

describe('words that names avoid', () => {
  const inName = avoidedInName({
    nameWords: [{ avoid: ['dearer'], use: 'higherPriced' }],
    allowedNames: [{ name: 'dearerStill', why: 'an example' }],
  });
  const namesOf = (source: string) => namesIn('page.tsx', source, inName).map(({ place }) => place);

  test('are found as whole words, in any case', () => {
    for (const name of ['dearer', 'isDearer', 'DearerFirst', 'dearer-first.ts'])
      expect(inName(name)).toEqual([{ word: 'dearer', use: 'higherPriced' }]);
    for (const name of ['endearer', 'dearerStill', 'dear']) expect(inName(name)).toEqual([]);
  });

  test('are found where a name is declared, not where it is used, stored or mentioned', () => {
    expect(namesOf('const dearer = 1;')).toEqual(['page.tsx:1']);
    expect(namesOf('type A = 1;\nfunction f(isDearer: boolean) {}')).toEqual(['page.tsx:2']);
    expect(namesOf('const { price: dearer } = sale;')).toEqual(['page.tsx:1']);
    expect(namesOf("// dearer\nconst { dearer } = reply; f(reply.dearer, 'dearer');")).toEqual([]);
    expect(namesOf('const is_dearer = true;')).toEqual([]);
  });

  test('are listed once in lower case, and names are allowed for a reason', () => {
    const all = list.nameWords.flatMap(({ avoid }) => avoid);
    expect(all).toEqual(all.map(word => word.toLowerCase()));
    expect(new Set(all).size).toBe(all.length);
    expect(list.allowedNames.filter(({ why }) => why.trim() === '')).toEqual([]);
  });
});
