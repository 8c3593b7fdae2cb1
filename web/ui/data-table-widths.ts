import { type ColumnKind, type ColumnTerms, isActions, isChoice } from './data-table-column';

/** What a column needs, and its share of the space that is left, both in pixels. */
type Need = { readonly least: number; readonly share: number };

const cellPadding = 22;
const letter = 7;
const sortMark = 30;

const needs: Readonly<Record<ColumnKind | 'text' | 'title' | 'figure', Need>> = {
  choice: { least: 72, share: 0 },
  actions: { least: 72, share: 0 },
  figure: { least: 98, share: 1 },
  title: { least: 150, share: 6 },
  date: { least: 106, share: 1 },
  code: { least: 100, share: 2 },
  status: { least: 112, share: 2 },
  person: { least: 104, share: 2 },
  email: { least: 210, share: 4 },
  text: { least: 130, share: 4 },
};

/** The letters of a header's longest line when it has two. */
function lettersOnTwoLines(header: string): number {
  const words = header.split(' ');
  const splits = words.map((_, at) =>
    Math.max(words.slice(0, at).join(' ').length, words.slice(at).join(' ').length),
  );
  return Math.min(...splits);
}

/** Widths come from the columns and not from their content, so that nothing moves when rows arrive (F81). */
function needOf(column: ColumnTerms, isTitle: boolean, headerLetters: (header: string) => number): Need {
  const { header, kind, sort, align, width, minWidth } = column;
  const isFixed = width?.endsWith('px') === true;
  const given = Number.parseFloat(isFixed ? width : (minWidth ?? ''));
  const headed = Math.ceil(headerLetters(header) * letter) + cellPadding + (sort ? sortMark : 0);
  const isForRow = isActions(column) || isChoice(column);
  const { least, share } =
    needs[!isForRow && align === 'end' ? 'figure' : !isForRow && isTitle ? 'title' : (kind ?? 'text')];
  return {
    least: Math.max(headed, Number.isNaN(given) ? least : given),
    share: isFixed && !isForRow && !isTitle ? 1 : share,
  };
}

const widthOf = (wanted: readonly Need[]) => wanted.reduce((sum, need) => sum + need.least, 0);

/** What the columns need with headers of one line, or of two where those are too wide for the box. */
function needsIn(box: number, columns: readonly ColumnTerms[], title: number): readonly Need[] {
  const onOne = columns.map((column, index) => needOf(column, index === title, ({ length }) => length));
  if (widthOf(onOne) <= box) return onOne;
  return columns.map((column, index) => needOf(column, index === title, lettersOnTwoLines));
}

/** The width of each column in a box, in whole pixels. They fill it, or are wider than it and scroll. */
export function columnWidths(columns: readonly ColumnTerms[], box: number): readonly number[] {
  const named = columns.findIndex(({ phone }) => phone === 'title');
  const title = named >= 0 ? named : columns.findIndex(column => !isActions(column) && !isChoice(column));
  const wanted = needsIn(box, columns, title);
  const left = Math.max(0, box - widthOf(wanted));
  const shares = wanted.reduce((sum, need) => sum + need.share, 0) || 1;
  const widths = wanted.map(need => need.least + Math.floor((left * need.share) / shares));
  const missing = Math.max(0, box - widths.reduce((sum, width) => sum + width, 0));
  return widths.map((width, index) => (index === Math.max(0, title) ? width + missing : width));
}
