import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { KeyedLine, LineStore } from './line-store';

type FormErrors = Pick<UseFormReturnType<Record<string, unknown>>, 'errors' | 'setErrors'>;
export type ChangeLine<Line> = (key: string, changes: Partial<Line>) => void;

const none: readonly string[] = [];

/**
 * Changes a line, and clears the errors of what changed, of `alsoCleared` and of the lines as a whole. The same function for as long as the form
 * is open, so that rows do not render for it.
 */
export function useLineChange<Line extends KeyedLine>(
  { errors, setErrors }: FormErrors,
  lines: LineStore<Line>,
  alsoCleared: readonly string[] = none,
): ChangeLine<Line> {
  // A ref, because a function that changes with the errors would render every row.
  const shown = useRef(errors);
  useLayoutEffect(() => {
    shown.current = errors;
  });
  return useCallback(
    (key, changes) => {
      const line = `lines.${lines.placeOf(key)}.`;
      const settled = ['lines', ...[...Object.keys(changes), ...alsoCleared].map(name => line + name)];
      if (settled.some(path => shown.current[path] !== undefined))
        setErrors(known =>
          Object.fromEntries(Object.entries(known).filter(([path]) => !settled.includes(path))),
        );
      lines.change(key, changes);
    },
    [lines, setErrors, alsoCleared],
  );
}
