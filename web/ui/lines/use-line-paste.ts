import type { UseFormReturnType } from '@mantine/form';
import { type ClipboardEvent, useState } from 'react';
import { withoutLines } from './line-errors';
import type { KeyedLine, LineStore } from './line-store';
import { pastedCells } from './pasted-cells';
import type { FilledLines, Place, Pasted } from './pasted-lines';

type ChangeLines<Line> = (lines: readonly Line[]) => readonly Line[];

/** The lines with the cells in them. */
export type Filled<Line> = FilledLines<Line> & {
  /** Whether the cells name records, such as products. */
  readonly namesRecords: boolean;
  /** Looks these up, if that takes time. The lines may be edited meanwhile. */
  readonly find?: () => Promise<ChangeLines<Line>>;
};

type Sheet<Line extends KeyedLine> = {
  readonly lines: LineStore<Line>;
  /** Where a field is; null outside the columns that can be typed in. */
  readonly placeOf: (field: HTMLElement) => Place | null;
  /** What it has to read comes first: the lines are those of when they are filled. */
  readonly fill: (cells: readonly (readonly string[])[], at: Place) => Filled<Line> | Promise<Filled<Line>>;
  /** Whether a line has the record that it names. */
  readonly isFound: (line: Line) => boolean;
};

export type LinePaste<Line> = {
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  readonly pasted: Pasted<Line> | null;
  readonly undo: () => void;
};

/** Rows copied from a spreadsheet fill the lines from the field they are pasted into, to the right and down. */
export function useLinePaste<Line extends KeyedLine>(
  { setErrors }: Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors'>,
  { lines, placeOf, fill, isFound }: Sheet<Line>,
): LinePaste<Line> {
  const [pasted, setPasted] = useState<Pasted<Line> | null>(null);
  const put = (next: readonly Line[]) => {
    setErrors(withoutLines);
    lines.set(next);
  };
  const countFound = (keys: readonly string[]) => {
    const meant = new Set(keys);
    return lines.lines().filter(line => meant.has(line.key) && isFound(line)).length;
  };
  const findRecords = async (
    paste: Pasted<Line>,
    keys: readonly string[],
    find: () => Promise<ChangeLines<Line>>,
  ) => {
    const change = await find().catch(() => null);
    const isUnchanged = lines.lines() === paste.after;
    const next = change?.(lines.lines()) ?? lines.lines();
    if (next !== lines.lines()) lines.set(next);
    const found = change ? countFound(keys) : ('failed' as const);
    setPasted(known =>
      known === paste ? { ...paste, after: isUnchanged ? lines.lines() : paste.after, found } : known,
    );
  };
  const paste = async (cells: readonly (readonly string[])[], at: Place) => {
    const { lines: next, keys, left, namesRecords, find } = await fill(cells, at);
    const before = lines.lines();
    put(next);
    const found = !namesRecords ? null : find ? ('searching' as const) : countFound(keys);
    const filled: Pasted<Line> = { before, after: lines.lines(), rows: keys.length, left, found };
    setPasted(filled);
    if (namesRecords && find) void findRecords(filled, keys, find);
  };
  return {
    pasted,
    onPaste: event => {
      const cells = pastedCells(event.clipboardData.getData('text/plain'));
      const at = placeOf(event.target as HTMLElement);
      if (!cells || !at) return;
      event.preventDefault();
      void paste(cells, at);
    },
    undo: () => {
      if (pasted) put(pasted.before);
      setPasted(null);
    },
  };
}
