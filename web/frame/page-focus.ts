import { useEffect, useRef } from 'react';
import { useShownPath } from '../platform/shown-path';
import { useSessionNumber } from '../platform/session';

/** Pages that consist of one form. */
const formPage = /\/(?:create|edit|new)(?:\/|$)/;
const field =
  'input:not([type="hidden"], [type="file"], :disabled, [readonly]), select:not(:disabled), textarea:not(:disabled)';

/**
 * Sets the focus on each new page (finding F109): on the first field of a form, otherwise on the heading. A page that
 * was loaded as a whole starts at its top, where the first Tab stop skips to the content.
 */
export function usePageFocus(): void {
  const path = useShownPath() ?? '';
  // Without a sign-in in this window, the first page is the one the browser was asked for.
  const isLoaded = useRef(useSessionNumber() === 0);
  useEffect(() => {
    const isFirst = isLoaded.current;
    isLoaded.current = false;
    return focusPage(path, isFirst);
  }, [path]);
}

/** Follows the page while it loads, until the user does something. Returns the function that stops it. */
function focusPage(path: string, isFirst: boolean): () => void {
  const main = document.getElementById('page');
  if (!main) return () => undefined;
  const left = document.activeElement;
  // The entry of a menu, which stays. Focus that a page has set itself, or kept, is not moved.
  const isFree = () => {
    const active = document.activeElement;
    return !active || active === document.body || active === main || active.matches('#page h1')
      ? true
      : active === left && !main.contains(left) && !left?.closest('[role="dialog"]');
  };
  const settle = () => {
    if (!isFree()) return;
    const target = (formPage.test(path) && firstField(main)) || (isFirst ? null : heading(main));
    if (target && target !== document.activeElement) target.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(settle);
  const stop = () => {
    changes.disconnect();
    for (const act of ['keydown', 'pointerdown']) document.removeEventListener(act, stop, true);
  };
  changes.observe(main, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) document.addEventListener(act, stop, true);
  settle();
  return stop;
}

const firstField = (main: HTMLElement) =>
  [...main.querySelectorAll<HTMLElement>(`form:not([role="search"]) :is(${field})`)].find(shown =>
    shown.checkVisibility({ visibilityProperty: true }),
  );

function heading(main: HTMLElement) {
  const title = main.querySelector('h1');
  if (title) title.tabIndex = -1;
  return title;
}
