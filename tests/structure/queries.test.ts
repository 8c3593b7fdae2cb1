import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { suppliers } from '#domain/suppliers/supplier.contract';
import type { ListStateOf } from '../../web/platform/list-state';
import type { ColumnOf } from '../../web/ui/table/data-table';

const web = join(import.meta.dirname, '..', '..', 'web');

/** Where query options are defined, in a feature or a part of `web/ui`, and the two files that handle keys for all. */
const isQueryFile = (path: string) =>
  path.endsWith('.queries.ts') || path === 'platform/queries.ts' || path === 'platform/reload.ts';

const everywhere: readonly (readonly [offence: RegExp, what: string])[] = [
  [/\bqueryKey:\s*\[\s*['"`]/, 'a key that is written by hand'],
  [/\buseReload\w*\(\s*['"`]/, 'what is read anew, named by a path'],
  [/\bnavigate\([^;]*?\bas never\b/, 'a navigation that the compiler does not check'],
  [
    /\b(?:to|params|search)=\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\bas never\b/,
    'a link that the compiler does not check',
  ],
];
const outsideQueryFiles: typeof everywhere = [
  [/\bqueryKey\b.{0,40}\.startsWith\(/s, 'keys that are told by how they begin'],
  [/\bqueryFn\b/, 'how something is read, said beside the screen'],
  [
    /\bqueryKey:(?!\s*(?:\w+(?:\([^()]*\))?\.queryKey\b|readKey\())/,
    'a key that is made beside the screen and not taken from what is read',
  ],
  [/\buse\w*(?:Query|Queries)\(\s*\{(?!\s*\.\.\.)/, 'a query that is written in a component'],
];

/** What the rules for queries refuse in a file of `web/`. */
function offencesIn(path: string, source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const rules = isQueryFile(path) ? everywhere : [...everywhere, ...outsideQueryFiles];
  return rules.flatMap(([offence, what]) => (offence.test(code) ? [`${path}: ${what}`] : []));
}

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  path => /\.tsx?$/.test(path) && !path.includes('.test.'),
);

describe('F90 what pages read is defined once for each feature', () => {
  test('F90 no page writes its own query, key or unchecked navigation', () => {
    expect(sources.length).toBeGreaterThan(600);
    expect(sources.flatMap(path => offencesIn(path, readFileSync(join(web, path), 'utf8')))).toEqual([]);
  });

  test('F90 a feature has one file of queries, named after it, and at most one more for details', () => {
    const files = sources.filter(path => path.startsWith('features/') && path.endsWith('.queries.ts'));
    expect(files.length).toBeGreaterThan(25);
    const named = files.map(path => path.split('/')[1] ?? '');
    expect(files.map(path => basename(path, '.queries.ts').replace(/-details$/, ''))).toEqual(named);
  });

  // A checker whose patterns match nothing reports nothing, so each rule is shown to refuse what it forbids.
  test.each([
    ['useQuery({ queryKey: [suppliers.get.path, id], queryFn: read })', 'written in a component'],
    ['useInfiniteQuery({\n  initialPageParam: 0 })', 'written in a component'],
    ['client.invalidateQueries({ queryKey: [suppliers.list.path] })', 'not taken from what is read'],
    ['client.fetchQuery({ ...one, queryFn: read })', 'said beside the screen'],
    ["client.setQueryData({ queryKey: ['suppliers', id] })", 'written by hand'],
    ["const reload = useReload('/suppliers');", 'named by a path'],
    ["predicate: ({ queryKey: [read] }) => String(read).startsWith('/suppliers')", 'how they begin'],
    ["void navigate({ to: '/suppliers/$id', params: { id } as never })", 'navigation'],
    ['<TextLink to="/suppliers/$id" params={{ id } as never}>', 'a link'],
  ])('F90 refuses %s', (source, what) => {
    expect(offencesIn('features/planted/page.tsx', source).join('\n')).toContain(what);
  });

  test.each([
    'useQuery(supplierById(id))',
    'useQuery({ ...supplierById(id), enabled: isOpen })',
    'client.invalidateQueries({ queryKey: supplierById(id).queryKey })',
    'client.invalidateQueries({ queryKey: readKey(suppliers.list) })',
    'useReload(suppliers.list)',
    "void navigate({ to: '/suppliers/$id', params: { id } })",
  ])('F90 allows %s', source => {
    expect(offencesIn('features/planted/page.tsx', source)).toEqual([]);
  });
});

test("F90 columns sort, and filters narrow, only by what the list's contract allows", () => {
  expectTypeOf<ColumnOf<typeof suppliers.list>['sort']>().toEqualTypeOf<
    'name' | 'created_at' | 'owed' | undefined
  >();
  type Narrowed = Parameters<ListStateOf<typeof suppliers.list>['setFilter']>[0];
  expectTypeOf<Narrowed>().toEqualTypeOf<'status' | 'ids'>();
});
