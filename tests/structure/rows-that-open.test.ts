import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '..', '..', 'web', 'features');

/** Lists whose rows open nothing, with the reason. */
const withoutOpening: Readonly<Record<string, string>> = {
  'audit/audit-page.tsx': 'An entry is shown whole in its row',
  'reports/product-margins-page.tsx': 'Each figure leads to its own documents',
  'stock/reorder-page.tsx': 'Its rows are filled in: a click beside a field must not leave them',
  'supplier-documents/supplier-credits-page.tsx': 'A supplier credit note has no page',
};

const sources = new Map(
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => [path, readFileSync(join(features, path), 'utf8')]),
);

/** The page of a list with the files of its columns. */
const withColumns = ([path, source]: readonly [string, string]): string =>
  Array.from(source.matchAll(/ from '\.\/([\w-]+-columns)'/g), ([, name]) =>
    join(dirname(path), `${name}.ts`),
  )
    .map(file => sources.get(file) ?? sources.get(`${file}x`) ?? '')
    .concat(source)
    .join('\n');

test('the rows of every list open their record, or are named here with the reason (audit 14, item 7)', () => {
  const lists = [...sources].filter(([, source]) => source.includes('<ListPage'));
  expect(lists.length).toBeGreaterThan(40);
  const without = lists.filter(list => !/\bonOpen[=:]|\bopens: /.test(withColumns(list)));
  expect(without.map(([path]) => path).toSorted()).toEqual(Object.keys(withoutOpening));
});
