import { type RefObject, useEffect, useRef } from 'react';

/**
 * For pages without the frame (finding F109): the focus starts at their first field, or at their heading, unless the
 * page has set it itself. Returns the place for the ref of the page.
 */
export function useFirstFocus(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const title = page.current?.querySelector('h1');
    if (title) title.tabIndex = -1;
    (page.current?.querySelector<HTMLElement>('input:enabled') ?? title)?.focus({ preventScroll: true });
    // Again when what had the focus is replaced, by the answer of the server.
  });
  return page;
}
