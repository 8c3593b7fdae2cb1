import bidiFactory from 'bidi-js';
import renderer, { type Inline, type Line } from 'pdfmake/js/Renderer.js';

const bidi = bidiFactory();

/** Hebrew, Arabic and the other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * The embedding level of each UTF-16 unit by the Unicode bidirectional algorithm, in a left-to-right document: odd is
 * right to left.
 */
export const directionLevels = (text: string): Uint8Array => bidi.getEmbeddingLevels(text, 'ltr').levels;

/**
 * Makes pdfmake, which sets every line from left to right, draw right-to-left words in their order. The font shapes and
 * reverses the letters of a word; this reverses the order of the words once a line is broken.
 */
export function reorderRightToLeftLines(): void {
  const { prototype } = renderer.default;
  const { renderLine } = prototype;
  prototype.renderLine = function renderReordered(line, x, y) {
    reorder(line);
    renderLine.call(this, line, x, y);
  };
}

function reorder(line: Line): void {
  const text = line.inlines.map(inline => inline.text).join('');
  if (!hasRightToLeft(text)) return;
  const levels = directionLevels(text);
  let at = 0;
  const words = line.inlines.map(inline => {
    const level = levels[at] ?? 0;
    at += inline.text.length;
    return { inline, level };
  });
  trimEnd(words.at(-1));
  for (const { inline, level } of words) if (level % 2 === 1) inline.text = turned(inline.text);

  line.inlines = inVisualOrder(words).map(word => word.inline);
  let x = -line.leadingCut;
  for (const inline of line.inlines) {
    inline.x = x;
    x += inline.width;
  }
}

type Word = { readonly inline: Inline; readonly level: number };

/** A trailing space would show as a gap once its word moves to the front. */
function trimEnd(word: Word | undefined): void {
  if (!word || word.level % 2 === 0 || !word.inline.trailingCut) return;
  word.inline.text = word.inline.text.trimEnd();
  word.inline.width -= word.inline.trailingCut;
}

/** Mirrors brackets, and reverses text without a direction of its own, because no font does. */
function turned(text: string): string {
  const mirrored = Array.from(text, character => bidi.getMirroredCharacter(character) ?? character);
  return (hasRightToLeft(text) ? mirrored : mirrored.reverse()).join('');
}

/** Rule L2 of the algorithm: from the highest level down, reverse every run of at least that level. */
function inVisualOrder(words: readonly Word[]): readonly Word[] {
  let ordered = [...words];
  const highest = Math.max(...words.map(word => word.level));
  for (let level = highest; level > 0; level--) {
    const next: Word[] = [];
    let stretch: Word[] = [];
    for (const word of ordered) {
      if (word.level >= level) stretch.unshift(word);
      else {
        next.push(...stretch, word);
        stretch = [];
      }
    }
    ordered = [...next, ...stretch];
  }
  return ordered;
}
