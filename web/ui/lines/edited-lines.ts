import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useMemo } from 'react';
import { type KeyedLine, type LineStore, useLine } from './line-store';
import { type ChangeLine, useLineChange } from './use-line-change';

/** The lines of a form in a dialog, with their errors. The same object until the errors change. */
export type EditedLines<Line extends KeyedLine> = {
  readonly lines: LineStore<Line>;
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly change: ChangeLine<Line>;
};

export function useEditedLines<Line extends KeyedLine>(
  form: Pick<UseFormReturnType<Record<string, unknown>>, 'errors' | 'setErrors'>,
  lines: LineStore<Line>,
): EditedLines<Line> {
  const change = useLineChange(form, lines);
  const { errors } = form;
  return useMemo(() => ({ lines, errors, change }), [lines, errors, change]);
}

/** The props of a text field of one line: it renders when its line changes, and for no other (finding F11). */
export function useLineField<Line extends KeyedLine>(
  { lines, errors, change }: EditedLines<Line>,
  key: string,
  name: keyof Line & string,
) {
  const line = useLine(lines, key);
  const path = `lines.${lines.placeOf(key)}.${name}`;
  return {
    // The form finds the field of an error by this mark.
    'data-path': path,
    error: errors[path],
    value: String(line?.[name] ?? ''),
    onChange: (text: string) => change(key, { [name]: text } as Partial<Line>),
  };
}
