import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { withoutLine } from './line-errors';
import type { KeyedLine, LineStore } from './line-store';

/** What the rows of a document form do. The functions are the same for as long as the form is open. */
export type LineWork = {
  /** Adds a line, and leads to it. */
  readonly add: () => void;
  readonly remove: (key: string) => void;
  /** Leads to the line after this one, which is added after the last. */
  readonly goOn: (key: string) => void;
};

/** Adds and removes the lines of a document form, which are in the element of `list`. */
export function useLineList<Line extends KeyedLine>(
  { setErrors }: Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors'>,
  lines: LineStore<Line>,
  { blankLine, firstField }: { readonly blankLine: () => Line; readonly firstField: keyof Line & string },
): { readonly list: RefObject<HTMLDivElement | null>; readonly work: LineWork } {
  const list = useRef<HTMLDivElement>(null);
  const work = useMemo(() => {
    const focusLine = (index: number) =>
      list.current?.querySelector<HTMLElement>(`[data-path="lines.${index}.${firstField}"]`)?.focus();
    const add = () => {
      // Rendered synchronously, so that fast typing goes into the new line.
      flushSync(() => lines.set([...lines.lines(), blankLine()]));
      focusLine(lines.keys().length - 1);
    };
    return {
      add,
      goOn: (key: string) => {
        const next = lines.placeOf(key) + 1;
        if (next === lines.keys().length) add();
        else focusLine(next);
      },
      remove: (key: string) => {
        const index = lines.placeOf(key);
        setErrors(known => withoutLine(known, index));
        const left = lines.lines().filter(line => line.key !== key);
        lines.set(left.length === 0 ? [blankLine()] : left);
      },
    };
  }, [lines, setErrors, blankLine, firstField]);
  return { list, work };
}
