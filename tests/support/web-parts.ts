import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A part of the web program: the first page, or what is imported when it is needed. All paths are absolute. */
export type WebPart = {
  readonly entry: string;
  /** The modules and style sheets that it imports, itself included. */
  readonly files: ReadonlySet<string>;
  /** The style sheets that are loaded whenever it is shown: its own, and those of every part that can show it. */
  readonly styles: ReadonlySet<string>;
};

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

function fileOf(from: string, specifier: string): string | undefined {
  const path = resolve(dirname(from), specifier);
  return endings
    .map(ending => path + ending)
    .find(candidate => existsSync(candidate) && statSync(candidate).isFile());
}

const importedBy = (file: string, pattern: RegExp): readonly string[] =>
  file.endsWith('.css')
    ? []
    : [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(
        ([, specifier = '']) => fileOf(file, specifier) ?? [],
      );

const withImport = /^(?:import|export) (?!type)(?:[^;'"]*? from )?'(\.[^']+)';$/gm;
const onDemand = /\bimport\(\s*'(\.[^']+)'\s*\)/g;

function closureOf(entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  // A set is walked to the entries that are added meanwhile.
  for (const file of found) for (const imported of importedBy(file, withImport)) found.add(imported);
  return found;
}

/** All parts of the web program below `web`, the first page first. */
export function webParts(web: string): readonly WebPart[] {
  const files = new Map([[join(web, 'main.tsx'), closureOf(join(web, 'main.tsx'))]]);
  const shownBy = new Map<string, Set<string>>();
  for (const [entry, own] of files)
    for (const file of own)
      for (const shown of importedBy(file, onDemand)) {
        if (!files.has(shown)) files.set(shown, closureOf(shown));
        shownBy.set(shown, (shownBy.get(shown) ?? new Set()).add(entry));
      }
  const stylesOf = stylesAtHand(files, shownBy);
  return [...files].map(([entry, own]) => ({ entry, files: own, styles: stylesOf.get(entry) ?? new Set() }));
}

function stylesAtHand(
  files: ReadonlyMap<string, ReadonlySet<string>>,
  shownBy: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const own = (entry: string) => [...(files.get(entry) ?? [])].filter(file => file.endsWith('.css'));
  const all = new Set([...files.keys()].flatMap(own));
  const styles = new Map(
    [...files.keys()].map(entry => [entry, shownBy.has(entry) ? all : new Set(own(entry))]),
  );
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [entry, parents] of shownBy) {
      const before = styles.get(entry) ?? all;
      const [first = all, ...others] = [...parents].map(parent => styles.get(parent) ?? all);
      const shared = [...first].filter(sheet => others.every(sheets => sheets.has(sheet)));
      const after = new Set([...own(entry), ...shared]);
      if (after.size === before.size) continue;
      styles.set(entry, after);
      isChanged = true;
    }
  }
  return styles;
}

/** The paths of all style sheets below `web`. */
export const styleSheets = (web: string): readonly string[] =>
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.css'))
    .map(path => join(web, path));
