import { useCallback, useRef, useState } from 'react';

/** Rows with input fields from the start; a screen shows fewer. */
const rowsFromStart = 30;
/** How far outside the screen a row gets its input fields. */
const margin = '800px 0px';

/**
 * Which lines of a document have been on the screen or near it. Only they have input fields, and keep them: five
 * hundred lines of fields take seconds to open (finding F11). The others show the same text without fields.
 */
export function useRowsInView() {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const observer = useRef<IntersectionObserver>(null);
  /** The ref of a row without fields. */
  const watch = useCallback((row: HTMLTableRowElement | null) => {
    observer.current ??= new IntersectionObserver(
      entries => {
        const keys = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting ? [(target as HTMLElement).dataset.key ?? ''] : [],
        );
        if (keys.length > 0) setSeen(before => new Set([...before, ...keys]));
      },
      { rootMargin: margin },
    );
    const watching = observer.current;
    if (row) watching.observe(row);
    return () => row && watching.unobserve(row);
  }, []);
  return {
    watch,
    isInView: (index: number, key: string) => index < rowsFromStart || seen.has(key),
    /** Gives a row its fields, so that one of them can be focused. */
    show: (key: string) => setSeen(before => (before.has(key) ? before : new Set([...before, key]))),
  };
}
