import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyCall } from '#domain/kernel/call';

// Two users may edit a record at the same time (F12). Each form that edits one says how the two edits are merged:
//   fields           field by field
//   lines: a, b      field by field, and the lines in these fields line by line
//   whole: a, b      these lists count as one field each
//   cells            the cells of a list, which send only what was typed
//   none: reason     there is nothing to merge

const project = join(import.meta.dirname, '..', '..');
const table = 'tests/structure/edit-forms.tsv';
const filesBelow = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => pattern.test(path))
    .map(path => join(folder, path))
    .toSorted();
const read = (path: string) => readFileSync(join(project, path), 'utf8');

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** The calls that edit a record, by the names that the web calls them by. */
async function edits(): Promise<Map<string, AnyCall>> {
  const calls = new Map<string, AnyCall>();
  for (const path of filesBelow('domain', /\.contract\.ts$/)) {
    const contract = (await import(join(project, path))) as Record<string, unknown>;
    for (const [name, group] of Object.entries(contract))
      for (const [verb, call] of Object.entries(Object(group) as Record<string, unknown>))
        if (isCall(call) && call.method === 'PUT') calls.set(`${name}.${verb}`, call);
  }
  return calls;
}

type Shape = { readonly shape?: Record<string, Shape>; readonly def?: Def };
type Def = Partial<Record<'in' | 'innerType' | 'element', Shape>> & { readonly type?: string };

/** What a schema is below what it does with missing and mistyped values. */
function inner(schema: Shape): Shape {
  const { in: source, innerType } = schema.def ?? {};
  const below = source ?? innerType;
  return below ? inner(below) : schema;
}

/** The fields of a request, and of those the ones that hold lists of objects. */
function fieldsOf(call: AnyCall): { readonly all: string[]; readonly lists: string[] } {
  const shape = Object.entries(inner(call.body as Shape).shape ?? {});
  const isList = (field: Shape) => {
    const { type, element } = inner(field).def ?? {};
    return type === 'array' && element !== undefined && inner(element).def?.type === 'object';
  };
  return {
    all: shape.map(([name]) => name),
    lists: shape.flatMap(([name, field]) => (isList(field) ? [name] : [])),
  };
}

/** A file with those beside it that it imports. */
function withNeighbours(path: string): string {
  const source = read(path);
  const beside = Array.from(source.matchAll(/ from '(\.\/[\w-]+)'/g), ([, name = '']) =>
    ['.ts', '.tsx']
      .map(end => join(dirname(path), `${name}${end}`))
      .find(file => existsSync(join(project, file))),
  );
  return [source, ...beside.flatMap(file => (file ? [read(file)] : []))].join('\n');
}

test('F12 each form that edits a record says how two edits of it are merged', async () => {
  const calls = await edits();
  expect(calls.size).toBeGreaterThan(60);
  const sent = filesBelow('web', /\.tsx?$/).flatMap(path =>
    Array.from(
      read(path).matchAll(/\b(?:(?:request|useSettingForm)\(\s*|call: )(\w+\.\w+)\b/g),
      ([, call = '']) => ({
        path,
        call,
      }),
    ),
  );
  const found = sent
    // The calls of the master data screens are those of whichever master it is.
    .filter(({ call }) => calls.has(call) || call === 'calls.update')
    .map(({ path, call }) => `${path}\t${call}`);
  const rows = read(table)
    .trimEnd()
    .split('\n')
    .map(row => row.split('\t'));
  expect(rows.map(([path, call]) => `${path}\t${call}`)).toEqual([...new Set(found)].toSorted());

  for (const [path = '', name = '', merge = ''] of rows) {
    const call = calls.get(name);
    const words = `${path} ${name}`;
    if (merge.startsWith('none: ')) continue;
    if (merge !== 'cells') {
      expect(withNeighbours(path), `${words} is a form`).toMatch(/\buse(?:Contract|Document|Setting)Form\b/);
      expect(withNeighbours(path), `${words} sends the version it began with`).toMatch(/\bversion\b/);
    }
    if (!call) continue;
    const { all, lists } = fieldsOf(call);
    expect(all, `${words} takes the version it began with`).toContain('version');
    if (merge === 'cells') continue;
    const [, kind, named = ''] = /^(fields|lines|whole)(?:: (.+))?$/.exec(merge) ?? [];
    expect(kind, `${words}: ${merge}`).toBeDefined();
    expect(named.split(', ').filter(Boolean).toSorted(), words).toEqual(lists.toSorted());
    if (kind === 'lines') expect(read(path), `${words} merges its lines`).toContain('lineFields');
  }
});
