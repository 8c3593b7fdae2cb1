import { columnKey, type ColumnKind, type ColumnTerms, isActions, isChoice } from './data-table-column';

/** What a column needs, and its share of the space that is left, both in pixels. */
type Need = { readonly least: number; readonly share: number };

const cellPadding = 22;
const letter = 7;
const sortMark = 30;

const needs: Readonly<Record<ColumnKind | 'text' | 'title' | 'figure' | 'momentFirst', Need>> = {
  choice: { least: 72, share: 0 },
  actions: { least: 72, share: 0 },
  figure: { least: 98, share: 1 },
  title: { least: 150, share: 6 },
  date: { least: 106, share: 1 },
  // With the time to the second.
  moment: { least: 218, share: 1 },
  // The same in the first column, whose padding is wider.
  momentFirst: { least: 228, share: 6 },
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

/** What the header needs. */
const headerWidth = ({ header, sort }: ColumnTerms, letters: (header: string) => number): number =>
  Math.ceil(letters(header) * letter) + cellPadding + (sort ? sortMark : 0);

/** Widths come from the columns and not from their content, so that nothing moves when rows arrive (F81). */
function needOf(column: ColumnTerms, isTitle: boolean, headerLetters: (header: string) => number): Need {
  const { kind, align, width, minWidth } = column;
  const isFixed = width?.endsWith('px') === true;
  const given = Number.parseFloat(isFixed ? width : (minWidth ?? ''));
  const isForRow = isActions(column) || isChoice(column);
  const named = kind === 'moment' ? 'momentFirst' : 'title';
  const { least, share } =
    needs[!isForRow && align === 'end' ? 'figure' : !isForRow && isTitle ? named : (kind ?? 'text')];
  return {
    least: Math.max(headerWidth(column, headerLetters), Number.isNaN(given) ? least : given),
    share: isFixed && !isForRow && !isTitle ? 1 : share,
  };
}

const widthOf = (wanted: readonly Need[]) => wanted.reduce((sum, need) => sum + need.least, 0);

/** The narrowest that a user can make a column: its header has two lines, and is not cut. */
export const minWidthOf = (column: ColumnTerms): number => headerWidth(column, lettersOnTwoLines);

/** The width that the user chose for a column, from a text such as `name~260.status~120`. */
export function chosenWidth(text: string | undefined, column: ColumnTerms): number | undefined {
  const width = text && new RegExp(`(?:^|\\.)${columnKey(column)}~(\\d{1,3})(?:\\.|$)`).exec(text)?.[1];
  return width ? Math.max(minWidthOf(column), Number(width)) : undefined;
}

/** The user's width, and no share in what is left, which goes to the others. */
function chosenNeed(text: string | undefined, column: ColumnTerms): Need | undefined {
  const least = hasWidth(column) ? chosenWidth(text, column) : undefined;
  return least === undefined ? undefined : { least, share: 0 };
}

/** Whether the width of a column can be chosen. */
export const hasWidth = (column: ColumnTerms): boolean => !isActions(column) && !isChoice(column);

const gapAfterFigures = 10;

/** Words after figures stand further from them (data-table.css), which needs room. */
const withGaps = (columns: readonly ColumnTerms[], wanted: readonly Need[]): readonly Need[] =>
  wanted.map((need, at) =>
    need.share > 0 && columns[at]?.align !== 'end' && columns[at - 1]?.align === 'end'
      ? { ...need, least: need.least + gapAfterFigures }
      : need,
  );

/** What the columns need with headers of one line, or of two where those are too wide for the box. */
function needsIn(box: number, columns: readonly ColumnTerms[], title: number, chosen?: string) {
  const all = (headerLetters: (header: string) => number) =>
    withGaps(
      columns,
      columns.map(
        (column, index) => chosenNeed(chosen, column) ?? needOf(column, index === title, headerLetters),
      ),
    );
  const onOne = all(({ length }) => length);
  return widthOf(onOne) <= box ? onOne : all(lettersOnTwoLines);
}

/**
 * The width of each column in a box, in whole pixels. They fill it, or are wider than it and scroll. If the user has
 * chosen the widths of all and they fill less than the box, the one with the name has the rest.
 */
export function columnWidths(
  columns: readonly ColumnTerms[],
  box: number,
  chosen?: string,
): readonly number[] {
  const named = columns.findIndex(({ phone }) => phone === 'title');
  const title = named >= 0 ? named : columns.findIndex(hasWidth);
  const wanted = needsIn(box, columns, title, chosen);
  const left = Math.max(0, box - widthOf(wanted));
  const shares = wanted.reduce((sum, need) => sum + need.share, 0) || 1;
  const widths = wanted.map(need => need.least + Math.floor((left * need.share) / shares));
  const missing = Math.max(0, box - widths.reduce((sum, width) => sum + width, 0));
  return widths.map((width, index) => (index === Math.max(0, title) ? width + missing : width));
}
