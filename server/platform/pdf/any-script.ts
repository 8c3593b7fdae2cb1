import { fontCovers, fontFor, isPlain } from './fonts';
import { directionLevels, hasRightToLeft } from './right-to-left';

/** A stretch of text that one font can draw, in one direction. */
export type Run = { readonly text: string; readonly font: string };

/**
 * Splits a text into runs, each in the first font that has all its characters, so that a name in any script
 * shows. Text that the first font covers stays one string. A character that no font has becomes "�". Runs of
 * right-to-left text are split off, in reading order; `reorderRightToLeftLines` turns them round when drawn.
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

/** A character with the marks and joiners that belong to it: they must not end up in two fonts. */
const clusters = /[^\p{M}\u200c\u200d][\p{M}\u200c\u200d]*|[\p{M}\u200c\u200d]+/gsu;

/** White space takes the font of what stands before it. */
const neutral = /^\s$/u;

// Control characters, marks of direction (the algorithm finds the direction itself) and variant selectors.
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

/** No font has all of a cluster: its characters go their own ways, joiners and marks that no font has vanish. */
function* oneByOne(cluster: string, level: number) {
  for (const character of cluster) {
    const font = fontFor(character);
    if (font !== undefined) yield { text: character, font, level };
    else if (!/[\p{M}\u200c\u200d]/u.test(character)) {
      yield { text: replacement, font: fontFor(replacement) ?? 'Roboto', level };
    }
  }
}
