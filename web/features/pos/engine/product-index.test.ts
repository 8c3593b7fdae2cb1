import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TillProduct } from './till-product';
import type { IndexedRow } from './indexed-rows';
import { createProductIndex } from './product-index';
import { beginsWord } from './search-text';

const rowOf = (id: number, name: string, codes: string): IndexedRow => ({
  product: { id } as TillProduct,
  name,
  text: `${name} ${codes}`,
});

/** Few different letters, so that many texts are similar. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(some => some.join(' '));
const row = fc.record({ id: fc.integer({ min: 1, max: 40 }), name: words, codes: word });

/** The plain rule: row by row, with the three kinds of match one after another. */
function foundPlainly(rows: readonly IndexedRow[], searched: readonly string[], limit: number): number[] {
  const [first = ''] = searched;
  const fitting = rows
    .filter(({ text }) => searched.every(part => text.includes(part)))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.product.id - b.product.id));
  const rank = ({ text }: IndexedRow) => (text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2);
  return [0, 1, 2]
    .flatMap(kind => fitting.filter(candidate => rank(candidate) === kind))
    .slice(0, limit)
    .map(({ product }) => product.id);
}

test('F40 finds what a search of every product would find, in that order, after any changes, and similar names only after those', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(row, { maxLength: 60 }), { minLength: 1, maxLength: 5 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 10 }),
      (changes, searched, limit) => {
        const rows = new Map<number, IndexedRow>();
        const index = createProductIndex(() => rows.values());
        for (const come of changes) {
          const last = new Map(come.map(({ id, name, codes }) => [id, rowOf(id, name, codes)]));
          const gone = [...last.keys()].flatMap(id => rows.get(id) ?? []);
          for (const [id, latest] of last) rows.set(id, latest);
          index.changed(gone, [...last.values()]);
          const found = index.search(searched, limit).map(({ id }) => id);
          const plain = foundPlainly([...rows.values()], searched, limit);
          expect(found.slice(0, plain.length)).toEqual(plain);
          expect(new Set(found).size).toBe(found.length);
          const isClear = plain.some(id =>
            searched.every(part => beginsWord(rows.get(id)?.text ?? '', part)),
          );
          if (isClear) expect(found).toEqual(plain);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('F40 a new product is found by a mistyped name, and a removed one is not', () => {
  const rows = new Map([[1, rowOf(1, 'oat biscuits', 'sku-1')]]);
  const index = createProductIndex(() => rows.values());
  for (const step of index.steps()) step();
  const kettle = rowOf(2, 'kettle', 'sku-2');
  rows.set(2, kettle);
  index.changed([], [kettle]);
  expect(index.search(['kettel'], 5)).toEqual([{ id: 2 }]);
  rows.delete(2);
  index.changed([kettle], []);
  expect(index.search(['kettel'], 5)).toEqual([]);
});
