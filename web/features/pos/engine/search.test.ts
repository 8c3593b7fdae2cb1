import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { CatalogueProduct } from '#domain/pos/pos.contract';
import { createCatalogue } from './catalogue';
import { errorsBetween } from './similar-words';

const names = [
  'Green tea, 40 bags',
  'Green tee shirt, small',
  'Grenadine syrup',
  'Steel teapot',
  'Chicken sandwich',
  'Sand bucket',
  'Milk chocolate 100 g',
  'Dark chocolate 500g',
  'Chocolate drops 1100g',
  'Crème brûlée (vanilla)',
  'Semi-skimmed milk 2 l',
];

function foundIn(shelf: readonly string[], text: string): string[] {
  const catalogue = createCatalogue();
  const products = shelf.map(
    (name, at): CatalogueProduct => [
      at + 1,
      `SKU-${at + 1}`,
      name,
      'Each',
      null,
      'S',
      toPence(100),
      true,
      [],
    ],
  );
  catalogue.take({ products, removed: [], group_prices: [], breaks: [] });
  return catalogue.search(text).map(({ product }) => product.name);
}
const withoutShirt = names.filter(name => !name.includes('shirt'));

test('F40 mistyped words find the product meant, in any order, with or without accents', () => {
  for (const [typed, first] of [
    ['gren tee', 'Green tea, 40 bags'],
    ['tee gren', 'Green tea, 40 bags'],
    ['GREEM TEA', 'Green tea, 40 bags'],
    ['sanwich', 'Chicken sandwich'],
    ['sandwhich chiken', 'Chicken sandwich'],
    ['vanila creme', 'Crème brûlée (vanilla)'],
    ['crème brulee', 'Crème brûlée (vanilla)'],
    ['semi-skimed', 'Semi-skimmed milk 2 l'],
    ['choclate 100g', 'Milk chocolate 100 g'],
    ['choclate 100 g', 'Milk chocolate 100 g'],
    ['chocholte 500g', 'Dark chocolate 500g'],
  ] as const)
    expect(foundIn(withoutShirt, typed)[0], typed).toBe(first);
});

test('F40 what was typed exactly comes first, and alone when a product has every word', () => {
  expect(foundIn(names, 'green tee')).toEqual(['Green tee shirt, small']);
  expect(foundIn(names, 'gren')).toEqual(['Grenadine syrup']);
  expect(foundIn(names, 'sand')).toEqual(['Sand bucket', 'Chicken sandwich']);
  // "tee" is only a part of "steel", so similar words follow.
  expect(foundIn(withoutShirt, 'tee')).toEqual(['Steel teapot', 'Green tea, 40 bags']);
});

test('F40 numbers match exactly: 100g finds neither 500g nor 1100g', () => {
  expect(foundIn(names, 'choclate 100g')).toEqual(['Milk chocolate 100 g']);
  expect(foundIn(names, 'chocolate 100g')).toEqual(['Milk chocolate 100 g']);
  expect(foundIn(names, 'choclate 200g')).toEqual([]);
  expect(foundIn(names, 'sku-99')).toEqual([]);
});

test('F40 a word that no name resembles finds nothing', () => {
  for (const typed of ['xylophone', 'gren xylophone', 'teddy', 'zz'])
    expect(foundIn(names, typed), typed).toEqual([]);
});

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  minLength: 5,
  maxLength: 10,
});

test('F40 any word with one letter wrong, missing, extra or swapped still finds its product', () => {
  fc.assert(
    fc.property(
      letters,
      fc.nat(),
      fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
      (word, place, kind) => {
        const at = 1 + (place % (word.length - 2));
        const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
        const typed = {
          wrong: `${before}q${after}`,
          missing: `${before}${after}`,
          extra: `${before}q${letter}${after}`,
          swapped: `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
        }[kind];
        // A word of four letters must keep its first one and its length within one.
        expect(errorsBetween(typed, word).whole).toBeLessThanOrEqual(1);
        expect(foundIn([word, 'zzzzzz'], typed)).toContain(word);
      },
    ),
  );
});

test('F40 errors are counted to the whole word and to its closest beginning', () => {
  expect(errorsBetween('gren', 'green')).toEqual({ whole: 1, beginning: 1 });
  expect(errorsBetween('bsicu', 'biscuits')).toEqual({ whole: 4, beginning: 1 });
  expect(errorsBetween('tea', 'tea')).toEqual({ whole: 0, beginning: 0 });
  expect(errorsBetween('kettel', 'kettle')).toEqual({ whole: 1, beginning: 1 });
});
