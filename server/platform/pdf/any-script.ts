import { fontCovers, fontFor, isPlain } from './fonts';
import { directionLevels, hasRightToLeft } from './right-to-left';

/** A piece of text that one font can draw, in one direction. */
export type Run = { readonly text: string; readonly font: string };

/**
 * Splits a text into runs, each in the first font that has all its characters, so that names in any script can be
 * drawn. Text covered by the first font stays one string. A character in no font becomes "�". Right-to-left runs are
 * split off, in reading order; `reorderRightToLeftLines` reverses them when drawn.
 */
export function inAnyScript(text: string): string | Run[] {
  const clean = drawable(text);
  if (isPlain(clean)) return clean;
  const levels = hasRightToLeft(clean) ? directionLevels(clean) : undefined;

  const runs: { text: string; font: string; level: number }[] = [];
  for (const { 0: cluster, index } of clean.matchAll(clusters)) {
    const level = levels?.[index] ?? 0;
    const last = runs.at(-1);
    const sticks = last !== undefined && neutral.test(cluster) && fontCovers(last.font, cluster);
    const font = sticks ? last.font : fontFor(cluster);
    if (font === undefined) runs.push(...oneByOne(cluster, level));
    else if (last?.font === font && last.level === level) last.text += cluster;
    else runs.push({ text: cluster, font, level });
  }
  return runs.map(run => ({ text: run.text, font: run.font }));
}

/** A character with its combining marks and joiners, which must share one font. */
const clusters = /[^\p{M}\u200c\u200d][\p{M}\u200c\u200d]*|[\p{M}\u200c\u200d]+/gsu;

/** White space takes the font of the preceding text. */
const neutral = /^\s$/u;

// Control characters, direction marks (the algorithm finds the direction itself) and variation selectors.
const undrawable =
  /(?!\n)[\p{Cc}\p{Variation_Selector}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

const drawable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(undrawable, '');

const replacement = '\ufffd';

/** No font has the whole cluster: each character is drawn separately, and joiners and marks in no font are dropped. */
function* oneByOne(cluster: string, level: number) {
  for (const character of cluster) {
    const font = fontFor(character);
    if (font !== undefined) yield { text: character, font, level };
    else if (!/[\p{M}\u200c\u200d]/u.test(character)) {
      yield { text: replacement, font: fontFor(replacement) ?? 'Roboto', level };
    }
  }
}
