import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import pdfmake from 'pdfmake';
import { unpackWoff } from './unpack-woff';

/** A font family with the two weights that documents use; `packed` names its WOFF file. */
type Family = {
  readonly name: string;
  readonly normal: string;
  readonly bold: string;
  readonly packed?: string;
};

const require = createRequire(import.meta.url);
const packaged = (path: string) => require.resolve(path);

/** The project's own fonts are beside this source; the bundled worker is in dist/server. */
function ownFont(fileName: string): string | undefined {
  const places = [`./fonts/${fileName}`, `../../server/platform/pdf/fonts/${fileName}`];
  return places.map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
}

const chineseJapaneseKorean = ownFont('DroidSansFallback.ttf');

/**
 * The fonts in order of preference for each character: Roboto for Latin, Greek and Cyrillic, DejaVu for Hebrew, Arabic,
 * Georgian and symbols, Droid for Chinese, Japanese and Korean, and Unifont, coarse but nearly complete, for every
 * other script.
 */
const families: readonly Family[] = [
  {
    name: 'Roboto',
    normal: packaged('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
    bold: packaged('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
  },
  {
    name: 'DejaVu',
    normal: packaged('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: packaged('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  ...(chineseJapaneseKorean
    ? [{ name: 'Droid', normal: chineseJapaneseKorean, bold: chineseJapaneseKorean }]
    : []),
  {
    name: 'Unifont',
    normal: 'unifont.ttf',
    bold: 'unifont.ttf',
    packed: packaged('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
  },
];

/** Registers the fonts with pdfmake, which may open these files only, and no URLs. */
export function registerFonts(): void {
  const files = new Set(families.flatMap(({ normal, bold }) => [normal, bold]));
  pdfmake.setLocalAccessPolicy(path => files.has(path));
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setFonts(Object.fromEntries(families.map(({ name, normal, bold }) => [name, { normal, bold }])));
}

const coverages = new Map<Family, ReadonlySet<number>>();

/** The code points that a family can draw in both weights; its file is read on first use. */
function coverage(family: Family): ReadonlySet<number> {
  let covered = coverages.get(family);
  if (!covered) {
    covered = new Set(create(load(family)).characterSet);
    coverages.set(family, covered);
  }
  return covered;
}

function load({ normal, bold, packed }: Family): Buffer {
  // Where the weights differ, bold has fewer characters.
  if (packed === undefined) return readFileSync(bold);
  const font = unpackWoff(readFileSync(packed));
  // Coverage is always asked for before drawing, so pdfmake finds the file from now on.
  pdfmake.virtualfs.writeFileSync(normal, font);
  return font;
}

function covers(family: Family, text: string): boolean {
  const covered = coverage(family);
  for (const character of text) {
    // Line breaks are never drawn.
    if (character !== '\n' && !covered.has(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

const measures = new Map<boolean, ReturnType<typeof create>>();

/** The first family's font, for measuring. */
function measure(bold: boolean): ReturnType<typeof create> | undefined {
  const [first] = families;
  if (!first) return undefined;
  const font = measures.get(bold) ?? create(readFileSync(bold ? first.bold : first.normal));
  measures.set(bold, font);
  return font;
}

/** The width of a text in points. Characters of other fonts count as a square, which none of them exceeds. */
export function textWidth(text: string, size: number, bold = false): number {
  const font = measure(bold);
  if (!font || !families[0]) return text.length * size;
  const covered = coverage(families[0]);
  let units = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    units += covered.has(codePoint) ? font.glyphForCodePoint(codePoint).advanceWidth : font.unitsPerEm;
  }
  return (units / font.unitsPerEm) * size;
}

/** Whether the first font can draw all of the text, which is nearly always true. */
export const isPlain = (text: string): boolean => families[0] !== undefined && covers(families[0], text);

/** The name of the first font that can draw all of the text, or undefined. */
export const fontFor = (text: string): string | undefined =>
  families.find(family => covers(family, text))?.name;

/** Whether the named font can draw all of the text. */
export const fontCovers = (name: string, text: string): boolean =>
  families.some(family => family.name === name && covers(family, text));
