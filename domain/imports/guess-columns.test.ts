import { describe, expect, test } from 'vitest';
import { guessColumns, normalHeader } from './guess-columns';
import { importKinds, importTerms, namesOf } from './import-kinds';

const none = new Map<string, string | null>();
const fieldsOf = (kind: keyof typeof importTerms) =>
  importTerms[kind].fields.map(field => ({ name: field.name, names: namesOf(field) }));

test('letter case, punctuation, accents and joined words do not change a header', () => {
  for (const header of ['E-mail address', 'emailAddress', ' EMAIL_ADDRESS: ', 'Émail  address'])
    expect(normalHeader(header)).toBe('email address');
});

describe('guessing', () => {
  test('the best name wins wherever it is, and no column is used twice', () => {
    expect(guessColumns(['Description', 'Code', 'Name', 'Unit price'], fieldsOf('products'), none)).toEqual({
      name: 2,
      sku: 1,
      price: 3,
    });
    expect(guessColumns(['Name', 'Name'], fieldsOf('suppliers'), none)).toEqual({ name: 0 });
  });

  test('the last mapping comes first, and skipped columns stay skipped', () => {
    const remembered = new Map([
      ['code', null],
      ['ref', 'sku'],
      ['gone', 'no_such_field'],
    ]);
    expect(guessColumns(['Code', 'Ref', 'Gone', 'Price'], fieldsOf('products'), remembered)).toEqual({
      sku: 1,
      price: 3,
    });
    // Its name alone would map it.
    const skipped = new Map([['name', null]]);
    expect(guessColumns(['Name', 'Price'], fieldsOf('products'), skipped)).toEqual({ price: 1 });
  });

  test('a header named like an object property is an ordinary header', () => {
    expect(guessColumns(['__proto__', 'constructor', 'Name'], fieldsOf('brands'), none)).toEqual({ name: 2 });
  });

  test('within a kind no name means two fields, and every key is a field', () => {
    for (const kind of importKinds) {
      const names = importTerms[kind].fields.flatMap(field => [...new Set(namesOf(field))]);
      expect(
        names.filter((name, index) => names.indexOf(name) !== index),
        kind,
      ).toEqual([]);
      for (const key of importTerms[kind].keyFields)
        expect(importTerms[kind].fields.some(({ name }) => name === key)).toBe(true);
    }
  });
});
