import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxFirstPageKb } from '../support/first-page-limit';
import { webFolder } from '../support/web-folder';

const read = (file: string) => readFileSync(join(webFolder, file));
const html = read('index.html').toString();
const entry = match(html, /<script type="module"[^>]* src="\/(assets\/[^"]+)"/);
const script = read(entry).toString();
/** The files that lazy imports refer to by their place in this list. */
const listed = JSON.parse(`[${match(script, /m\.f=\[([^\]]*)\]/)}]`) as string[];

function match(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`The build has nothing like ${pattern}`);
  return found;
}

/** The scripts and styles that the page itself names. */
const ofPage = () => [
  entry,
  ...Array.from(
    html.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]* href="\/([^"]+)"/g),
    one => one[1] ?? '',
  ),
];

/** A chunk that the entry imports when it is needed, with all that this brings along. */
function lazyPart(name: string): string[] {
  const places = match(
    script,
    new RegExp(String.raw`import\(.\./${name}-[\w-]{8}\.js.\).*?__vite__mapDeps\(\[([\d,]+)\]\)`),
  );
  return places.split(',').map(place => listed[Number(place)] ?? '');
}

const weightOf = (files: Iterable<string>) =>
  Array.from(files, file => gzipSync(read(file), { level: 9 }).length).reduce((sum, size) => sum + size, 0) /
  1024;

// The benchmark weighs what a browser really loads; this finds in every test run what has become heavier.
test('the first page, from sign-in to a list, does not become heavier', () => {
  const files = new Set([...ofPage(), ...['sign-in', 'frame', 'supplier-list-page'].flatMap(lazyPart)]);
  expect(files.size).toBeGreaterThan(8);
  expect(weightOf(files)).toBeLessThan(maxFirstPageKb);
});

test('no page asks for more than forty scripts of its own, where many small files take their turns', () => {
  const first = new Set([...ofPage(), ...lazyPart('frame')]);
  const parts = Array.from(script.matchAll(/__vite__mapDeps\(\[([\d,]+)\]\)/g), ([, places = '']) =>
    places.split(',').map(place => listed[Number(place)] ?? ''),
  );
  expect(parts.length).toBeGreaterThan(50);
  const ownScripts = (files: readonly string[]) =>
    files.filter(file => file.endsWith('.js') && !first.has(file)).length;
  expect(Math.max(...parts.map(ownScripts))).toBeLessThanOrEqual(40);
});

test.each(['overlays', 'forms', 'fields', 'records', 'lines', 'goods', 'icons'])(
  'neither sign-in nor a list waits for the %s of other pages',
  part => {
    const isPart = (file: string) => file.startsWith(`assets/${part}-`);
    expect(listed.some(isPart)).toBe(true);
    const files = [...ofPage(), ...['sign-in', 'frame', 'supplier-list-page'].flatMap(lazyPart)];
    expect(files.filter(isPart)).toEqual([]);
  },
);
